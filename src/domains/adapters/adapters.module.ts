import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { ProbesModule } from '../../platform/probes/probes.module.js';
import { ReferrersModule } from '../../platform/referrers/referrers.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { AdapterCallerService } from './calls/adapter-caller.service.js';
import { AdapterConnectionsService } from './calls/adapter-connections.service.js';
import { AdapterHttpService } from './calls/adapter-http.service.js';
import { CallJournal } from './calls/call-journal.js';
import { UpstreamMessagesService } from './calls/upstream-messages.service.js';
import { AdapterHealthController } from './health/adapter-health.controller.js';
import { AdapterHealthService } from './health/adapter-health.service.js';
import { AdapterHealthTasks } from './health/adapter-health.tasks.js';
import { AdapterProbeService } from './health/adapter-probe.service.js';
import { ADAPTER_MODEL, adapterSchema } from './records/adapter.schema.js';
import { AdaptersController } from './records/adapters.controller.js';
import { AdaptersRepository } from './records/adapters.repository.js';
import { AdaptersService } from './records/adapters.service.js';
import { AdapterAccessReaderService } from './records/adapter-access-reader.service.js';
import { UserManagementModule } from '../user-management/user-management.module.js';

/**
 * The systems that the platform sends changes to: their records, their health, and the way to them. Owns
 * the collection `adapters`; operations 5, 6 and 18 call through `AdapterCallerService`.
 */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: ADAPTER_MODEL, schema: adapterSchema }]),
    MetricsModule,
    OutboundModule,
    ProbesModule,
    ReferrersModule,
    SchedulingModule,
    UserManagementModule,
  ],
  controllers: [AdaptersController, AdapterHealthController],
  providers: [
    AdapterCallerService,
    AdapterHealthService,
    AdapterHealthTasks,
    AdapterConnectionsService,
    AdapterProbeService,
    AdaptersRepository,
    AdaptersService,
    AdapterHttpService,
    CallJournal,
    UpstreamMessagesService,
    AdapterAccessReaderService,
  ],
  exports: [AdapterCallerService, AdaptersService, UpstreamMessagesService],
})
export class AdaptersModule {}
