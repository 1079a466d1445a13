import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { AdapterCaller } from './calls/adapter-caller.service.js';
import { AdapterLinesService } from './calls/adapter-lines.service.js';
import { AdapterWireService } from './calls/adapter-wire.service.js';
import { CallJournal } from './calls/call-journal.js';
import { ADAPTER_MODEL, adapterSchema } from './records/adapter.schema.js';
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
  ],
  providers: [
    AdapterCaller,
    AdapterLinesService,
    AdaptersRepository,
    AdaptersService,
    AdapterWireService,
    CallJournal,
  ],
  exports: [AdapterCaller, AdaptersService],
})
export class AdaptersModule {}
