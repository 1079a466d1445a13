import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MetricsModule } from '../metrics/metrics.module.js';
import { SchedulingModule } from '../scheduling/scheduling.module.js';
import { WorkModule } from '../work/work.module.js';
import { OperationCounters } from './operation-counters.js';
import { OperationJournalsService } from './operation-journals.service.js';
import { OperationNotifier } from './operation-notifier.js';
import { TRACKED_OPERATION_MODEL, trackedOperationSchema } from './tracked-operation.schema.js';
import { TrackedOperationsRepository } from './tracked-operations.repository.js';
import { TrackedOperationsService } from './tracked-operations.service.js';

/**
 * Work that takes longer than a request (global: operations of every domain hand theirs over). Owns the
 * collection `tracked_operations`.
 */
@Global()
@Module({
  imports: [
    MetricsModule,
    SchedulingModule,
    WorkModule,
    MongooseModule.forFeature([{ name: TRACKED_OPERATION_MODEL, schema: trackedOperationSchema }]),
  ],
  providers: [
    OperationCounters,
    OperationJournalsService,
    OperationNotifier,
    TrackedOperationsService,
    TrackedOperationsRepository,
  ],
  exports: [MongooseModule, OperationJournalsService, OperationNotifier, TrackedOperationsService],
})
export class TrackingModule {}
