import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { AdapterCaller } from './calls/adapter-caller.service.js';
import { AdapterLinesService } from './calls/adapter-lines.service.js';
import { AdapterWireService } from './calls/adapter-wire.service.js';
import { CallJournal } from './calls/call-journal.js';
import { UpstreamWordsService } from './calls/upstream-words.service.js';
import { AdapterHealthController } from './health/adapter-health.controller.js';
import { AdapterHealthService } from './health/adapter-health.service.js';
import { AdapterHealthTasks } from './health/adapter-health.tasks.js';
import { AdapterLookService } from './health/adapter-look.service.js';
import { HealthLockRepository } from './health/health-lock.repository.js';
import { ADAPTER_MODEL, adapterSchema } from './records/adapter.schema.js';
import { AdaptersController } from './records/adapters.controller.js';
import { AdaptersRepository } from './records/adapters.repository.js';
import { AdaptersService } from './records/adapters.service.js';

/**
 * The systems that the platform sends changes to: their records, their health, and the way to them. Owns
 * the collection `adapters`; operations 5, 6 and 18 call through `AdapterCaller`.
 */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: ADAPTER_MODEL, schema: adapterSchema }]),
    MetricsModule,
    OutboundModule,
    SchedulingModule,
  ],
  controllers: [AdaptersController, AdapterHealthController],
  providers: [
    AdapterCaller,
    AdapterHealthService,
    AdapterHealthTasks,
    AdapterLinesService,
    AdapterLookService,
    AdaptersRepository,
    AdaptersService,
    AdapterWireService,
    CallJournal,
    HealthLockRepository,
    UpstreamWordsService,
  ],
  exports: [AdapterCaller, AdaptersService, UpstreamWordsService],
})
export class AdaptersModule {}
