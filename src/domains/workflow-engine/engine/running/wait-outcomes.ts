import { type TaskOutcome } from '../commands.js';
import { type FinishState } from '../finish-state.js';
import { type HeldValue } from '../held-value.js';
import { type Asking, valuesOf } from './asking.js';
import { type WorkingJob } from './working-job.js';

/** How a wait ends, as if the task had said so itself. */
export function* outcomeOf(
  job: WorkingJob,
  { finish, value }: { readonly finish: FinishState; readonly value: HeldValue | null },
): Asking<TaskOutcome> {
  const [said] = value === null ? [] : yield* valuesOf(job, [value]);
  return finish === 'error' ? { finish, error: said ?? null } : { finish, output: said };
}
