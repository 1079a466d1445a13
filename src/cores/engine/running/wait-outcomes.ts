import { type TaskOutcome } from '../commands.js';
import { type FinishState } from '../finish-state.js';
import { type ValueRef } from '../value-ref.js';
import { type StepCoroutine, valuesOf } from './step-coroutine.js';
import { type WorkingJob } from './working-job.js';

/** How a wait ends, as if the task had said so itself. */
export function* outcomeOf(
  job: WorkingJob,
  { finish, value }: { readonly finish: FinishState; readonly value: ValueRef | null },
): StepCoroutine<TaskOutcome> {
  const [said] = value === null ? [] : yield* valuesOf(job, [value]);
  return finish === 'error' ? { finish, error: said ?? null } : { finish, output: said };
}
