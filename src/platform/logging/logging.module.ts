import { Global, Module } from '@nestjs/common';
import { type Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { AppLogger } from './app-logger.js';

/** The log (global: everyone writes to the same one). */
@Global()
@Module({
  providers: [
    {
      provide: AppLogger,
      useFactory: (config: Config) => new AppLogger(config.logging),
      inject: [CONFIG],
    },
  ],
  exports: [AppLogger],
})
export class LoggingModule {}
