import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from './metrics.js';

const LABELS = ['operation', 'outcome'] as const;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a request without an operation counts as: unknown paths must not make labels of their own. */
const NO_OPERATION = 'none';

/** How many requests there were and how long they took, by operation and class of status. */
@Injectable()
export class RequestMetrics {
  readonly #durations: Histogram<(typeof LABELS)[number]>;
  readonly #bytes: Counter<(typeof LABELS)[number]>;

  constructor(metrics: Metrics) {
    const registers = [metrics.registry];
    this.#durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      labelNames: LABELS,
      buckets: SECONDS,
      registers,
    });
    this.#bytes = new Counter({
      name: 'http_response_bytes_total',
      help: 'Bytes sent in answers, heads included',
      labelNames: LABELS,
      registers,
    });
  }

  /** Counts one answered request. */
  observe(request: {
    readonly operationId: string | undefined;
    /** undefined: the caller went away before it was answered. */
    readonly status: number | undefined;
    readonly durationMs: number;
    readonly bytes: number;
  }): void {
    const operation = request.operationId ?? NO_OPERATION;
    const { status } = request;
    const outcome = status === undefined ? 'given-up' : `${Math.floor(status / 100)}xx`;
    this.#durations.labels(operation, outcome).observe(request.durationMs / 1000);
    this.#bytes.labels(operation, outcome).inc(request.bytes);
  }
}
