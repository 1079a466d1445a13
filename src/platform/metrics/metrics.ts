import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** The registry of everything that is measured in this process. */
@Injectable()
export class Metrics implements OnModuleDestroy {
  /** Counters and histograms of any room register here: `new Counter({ …, registers: [metrics.registry] })`. */
  readonly registry = new Registry();
  #isRead = false;

  onModuleDestroy(): void {
    this.registry.clear();
  }

  /**
   * The Prometheus text format. Process metrics begin with the first reader: their monitor of the event loop
   * wakes a hundred times a second, a third of what an idle process takes.
   */
  async text(): Promise<string> {
    if (!this.#isRead) collectDefaultMetrics({ register: this.registry });
    this.#isRead = true;
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
