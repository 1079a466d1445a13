import { type Clock } from '../../../kernel/clock.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';
import {
  MARKS_MS,
  WorkBudget,
  type WorkTimes,
} from '../../../cores/command-templates/work-budget.js';
import { type Work } from '../../../cores/command-templates/work.js';

/** Time for all pieces of a kind. Rules that there is no time for fail. */
const TIMES: WorkTimes = { verdict: 20_000, marks: MARKS_MS };

/** Does the work of a template in slices, for work of which no single piece takes long. */
export async function evaluateInTurns<T>(work: Work<T>, clock: Clock): Promise<T> {
  const time = (): number => clock.now().getTime();
  const turns = new TimeSlicer(time);
  const budget = new WorkBudget(TIMES, time);
  let step = work.next(true);
  while (!step.done) {
    await turns.give();
    step = budget.next(work, step.value);
  }
  return step.value;
}
