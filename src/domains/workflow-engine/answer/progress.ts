import { type JobState } from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';

/**
 * How far a job is: the part of its tasks that have finished or will never run. The end counts as a task that
 * nothing but completion finishes, so that 1 is complete and nothing else is 1.
 */
export function progressOf(plan: Plan, state: JobState): number {
  if (state.status === 'complete') return 1;
  const tasks = state.tasks.filter((_, at) => at !== plan.start);
  if (tasks.length === 0) return 0;
  const settled = state.tasks.filter(
    ({ phase }, at) =>
      at !== plan.start && at !== plan.end && (phase === 'done' || phase === 'dead'),
  );
  return settled.length / tasks.length;
}
