import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { LeasedWork } from './leased-work.js';

/** Work that one worker at a time has, over all nodes. */
@Module({ imports: [MetricsModule], providers: [LeasedWork], exports: [LeasedWork] })
export class WorkModule {}
