import { Module } from '@nestjs/common';
import { MissingRootsService } from './local/missing-roots.service.js';
import { RegistryFactory } from './registry.factory.js';

/** Package repositories: one port, one adapter per type. */
@Module({ providers: [RegistryFactory, MissingRootsService], exports: [RegistryFactory] })
export class RegistryModule {}
