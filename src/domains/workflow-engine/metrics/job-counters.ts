import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '#platform/metrics/metrics.js';
import { type Publication } from '#cores/engine/commands.js';
import { MetricsRepository } from './metrics.repository.js';

/** Topics that count, and what collectors call them. */
const COUNTED: ReadonlyMap<Publication['topic'], string> = new Map<Publication['topic'], string>([
  ['jobStart', 'started'],
  ['jobComplete', 'complete'],
  ['jobCancel', 'canceled'],
  ['jobError', 'error'],
]);

/** Jobs for collectors: what has become of them on this node, and how many run on all. */
@Injectable()
export class JobCounters {
  private readonly jobs: Counter<'outcome'>;

  constructor(metrics: Metrics, measured: MetricsRepository) {
    this.jobs = new Counter({
      name: 'jobs_total',
      help: 'Jobs that began, completed, were canceled or could not go on, as this node told of it',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
    new Gauge({
      name: 'jobs_running',
      help: 'Jobs that run now, on whichever node',
      registers: [metrics.registry],
      async collect(): Promise<void> {
        // A database that does not answer is told of by its own measure.
        const count = await measured.countOf('running').catch(() => undefined);
        if (count !== undefined) this.set(count);
      },
    });
  }

  /** A step has made something known. */
  count(publications: readonly Publication[]): void {
    for (const { topic } of publications) {
      const outcome = COUNTED.get(topic);
      if (outcome !== undefined) this.jobs.inc({ outcome });
    }
  }
}
