import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../metrics/metrics.js';
import { type LeaseRules, Leases } from './leases.js';

/** Makes the leases of a collection, and counts work whose end was told after its lease was lost. */
@Injectable()
export class LeasedWork {
  private readonly late: Counter<'work'>;

  constructor({ registry }: Metrics) {
    this.late = new Counter({
      name: 'leased_work_late_ends_total',
      help: 'Ends of work that were told by who had lost it, or when it was over, by what the work is',
      labelNames: ['work'],
      registers: [registry],
    });
  }

  /** @param model of Mongoose, or whatever has the collection. */
  of<T extends { readonly _id: string }>(
    model: { readonly collection: unknown },
    rules: LeaseRules,
  ): Leases<T> {
    return new Leases<T>(model, rules, () => {
      this.late.inc({ work: rules.work });
    });
  }
}
