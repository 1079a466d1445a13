import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '../metrics/metrics.js';
import { type EndState, type OperationKind } from './tracked-operation.js';

/** From a second to an hour. */
const BUCKETS_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600];

/** Operations in numbers. */
@Injectable()
export class OperationCounters {
  private readonly ends: Counter<'kind' | 'state'>;
  private readonly durations: Histogram<'kind'>;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.ends = new Counter({
      name: 'tracked_operations_total',
      help: 'Operations that were followed, by kind and how they ended',
      labelNames: ['kind', 'state'],
      registers,
    });
    this.durations = new Histogram({
      name: 'tracked_operation_duration_seconds',
      help: 'How long operations that were followed took, by kind',
      labelNames: ['kind'],
      buckets: BUCKETS_SECONDS,
      registers,
    });
  }

  /** An operation begins. @returns what is told how it ended. */
  begin(kind: OperationKind): (state: EndState) => void {
    const observe = this.durations.startTimer({ kind });
    return (state) => {
      this.ends.inc({ kind, state });
      observe();
    };
  }
}
