import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';
import { ConsoleService } from './console.service.js';

/** The web console of `packages/console`, and where `/` leads. */
@Module({
  controllers: [ConsoleController],
  providers: [ConsoleService],
  exports: [ConsoleService],
})
export class ConsoleModule {}
