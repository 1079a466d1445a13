import { Module } from '@nestjs/common';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { MissingRootsService } from './local/missing-roots.service.js';
import { RegistryFactory } from './registry.factory.js';

/** Package repositories: one port, one adapter per type. */
@Module({
  imports: [OutboundModule],
  providers: [RegistryFactory, MissingRootsService],
  exports: [RegistryFactory],
})
export class RegistryModule {}
