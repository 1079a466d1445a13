import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Config } from './config.js';

/** Injection token of the whole configuration; services take the group they need from it. */
export const CONFIG = Symbol('Config');

/** Hands the validated configuration to everyone (global: there is exactly one). */
@Global()
@Module({})
export class ConfigModule {
  static with(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
