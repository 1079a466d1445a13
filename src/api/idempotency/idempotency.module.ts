import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { WorkModule } from '../../platform/work/work.module.js';
import { IDEMPOTENCY_RECORD, idempotencyRecordSchema } from './idempotency-record.schema.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';

/**
 * Owns the collection `idempotency_keys`. Global, because `@Operation` attaches the interceptor to
 * routes of every domain, and Nest looks for its service in the module of the route.
 */
@Global()
@Module({
  imports: [
    SchedulingModule,
    WorkModule,
    MongooseModule.forFeature([{ name: IDEMPOTENCY_RECORD, schema: idempotencyRecordSchema }]),
  ],
  providers: [IdempotencyRepository, IdempotencyService],
  exports: [IdempotencyService],
})
export class IdempotencyModule {}
