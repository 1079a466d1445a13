import { Module } from '@nestjs/common';
import { ProbeRegistry } from './probe-registry.js';

/** The parts of this server that can be asked whether they work. */
@Module({ providers: [ProbeRegistry], exports: [ProbeRegistry] })
export class ProbesModule {}
