import { Module } from '@nestjs/common';
import { RegistryFactory } from './registry.factory.js';

/** Package repositories: one port, one adapter per type. */
@Module({ providers: [RegistryFactory], exports: [RegistryFactory] })
export class RegistryModule {}
