import { Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { RequestMetrics } from './request-metrics.js';

/** What is measured, in one registry. */
@Module({ providers: [Metrics, RequestMetrics], exports: [Metrics, RequestMetrics] })
export class MetricsModule {}
