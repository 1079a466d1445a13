import { Module } from '@nestjs/common';
import { ConsoleModule } from '../console/console.module.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiDocument } from './openapi-document.js';

/** The contract, as a document and as a page. */
@Module({
  imports: [ConsoleModule],
  controllers: [OpenApiController],
  providers: [OpenApiDocument],
  exports: [OpenApiDocument],
})
export class OpenApiModule {}
