import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type StoredAdapter } from '../records/adapter.js';
import { type CallOutcome } from './call-outcome.js';

const LABELS = ['adapter', 'outcome'] as const;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** Names that get a line of their own; adapters come and go, and lines stay until the node stops. */
const NAMES_MAX = 1000;

/** What became of calls through adapters: a measure of all, a line in the log of those that failed. */
@Injectable()
export class CallJournal {
  readonly #durations: Histogram<(typeof LABELS)[number]>;
  readonly #names = new Set<string>();

  constructor(
    metrics: Metrics,
    private readonly log: AppLogger,
  ) {
    this.#durations = new Histogram({
      name: 'adapter_call_duration_seconds',
      help: 'Time of calls through adapters, waiting and repeats included',
      labelNames: LABELS,
      buckets: SECONDS,
      registers: [metrics.registry],
    });
  }

  /** Never with the path or the body: they hold what the caller configures. */
  note(
    { _id, name }: StoredAdapter,
    method: string,
    outcome: CallOutcome,
    durationMs: number,
  ): void {
    const { label, verdict } = outcome;
    this.#durations.labels(this.#labelOf(name), label).observe(durationMs / 1000);
    const fields = { adapterId: _id, adapter: name, method, outcome: label, durationMs };
    if (verdict === 'failed') this.log.warn(fields, 'call through an adapter failed');
    else this.log.debug(fields, 'call through an adapter');
  }

  #labelOf(name: string): string {
    if (this.#names.size < NAMES_MAX) this.#names.add(name);
    return this.#names.has(name) ? name : 'other';
  }
}
