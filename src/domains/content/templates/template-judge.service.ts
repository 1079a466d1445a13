import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Work, type WorkKind } from './evaluation/work.js';

/** How long other requests wait, as far as the work can be divided. */
const SLICE_MS = 20;
/** Time for all pieces of a kind. Rules that there is no time for fail; matches are not marked. */
const BUDGET_MS: Readonly<Record<WorkKind, number>> = { verdict: 20_000, marks: 2_000 };
/** Where a piece took so long, nothing is looked for again only to be marked. */
const SLOW_MS = 1_000;

/** Does the work of templates in slices: output of megabytes keeps nobody else waiting for long. */
@Injectable()
export class TemplateJudge {
  constructor(private readonly clock: Clock) {}

  async judge<T>(work: Work<T>): Promise<T> {
    const spent: Record<WorkKind, number> = { verdict: 0, marks: 0 };
    let sliceStart = this.time();
    let isSlow = false;
    let step = work.next(true);
    while (!step.done) {
      if (this.time() - sliceStart > SLICE_MS) {
        await setImmediate();
        sliceStart = this.time();
      }
      const kind = step.value;
      const start = this.time();
      step = work.next(spent[kind] < BUDGET_MS[kind] && !(kind === 'marks' && isSlow));
      const took = this.time() - start;
      spent[kind] += took;
      isSlow ||= took > SLOW_MS;
    }
    return step.value;
  }

  private time(): number {
    return this.clock.now().getTime();
  }
}
