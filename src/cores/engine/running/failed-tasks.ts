import { type JobError, type JobState, type TaskState } from '../job-state.js';
import { type Plan, type PlannedTask } from '../plan.js';
import { NO_TRANSITIONS } from './conclude.js';
import { isDeadEnd } from './phases.js';

/**
 * Tasks that ended in error which nothing has taken up. Read off the tasks: the errors of a job tell as well
 * of what an edge took up, or what was done again since.
 */
export function failedTasks(plan: Plan, state: JobState): readonly PlannedTask[] {
  const stopped = stoppedBy(state)?.task;
  return plan.tasks.filter(
    (task) =>
      state.tasks[task.at]?.finish === 'error' &&
      (task.id === stopped || hasFailed(plan, state.tasks, task.at)),
  );
}

/** The errors that say where a job stands. */
export function standingErrors(plan: Plan, state: JobState): readonly JobError[] {
  if (state.errors.length === 0) return [];
  const failed = new Set(failedTasks(plan, state).map(({ id }) => id));
  const last = stoppedBy(state);
  return state.errors.filter(
    (error) => error === last || failed.has(error.task) || isStuck(plan, state, error),
  );
}

/** Why a job in error is so was said last: of a circle that was cut off, nothing else tells. */
function stoppedBy({ status, errors }: JobState): JobError | undefined {
  return status === 'error' ? errors.at(-1) : undefined;
}

/** The failure of a task in a loop is that of the loop once this has ended. */
function hasFailed(plan: Plan, tasks: readonly TaskState[], at: number): boolean {
  const [task, state] = [plan.tasks[at], tasks[at]];
  if (!task || state?.finish !== 'error' || !isDeadEnd(task, state)) return false;
  const { owner } = task;
  return owner === null || tasks[owner]?.phase !== 'done' || hasFailed(plan, tasks, owner);
}

/** Whether a task that ended otherwise still leads nowhere. */
function isStuck(plan: Plan, { tasks }: JobState, { task, message }: JobError): boolean {
  const at = plan.places.get(task) ?? -1;
  const [planned, state] = [plan.tasks[at], tasks[at]];
  if (!planned || !state) return false;
  return message === NO_TRANSITIONS && isDeadEnd(planned, state);
}
