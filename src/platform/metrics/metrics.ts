import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** The registry of everything that is measured in this process. */
@Injectable()
export class Metrics implements OnModuleInit, OnModuleDestroy {
  /** Counters and histograms of any room register here: `new Counter({ …, registers: [metrics.registry] })`. */
  readonly registry = new Registry();

  /** Process metrics start with the application, so that tools which only need its routes pay nothing. */
  onModuleInit(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  onModuleDestroy(): void {
    this.registry.clear();
  }

  /** The Prometheus text format. */
  async text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
