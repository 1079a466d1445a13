import { type JobState, type TaskState } from '../job-state.js';
import { type Plan, type PlannedTask } from '../plan.js';
import { bodyOf } from '../running/joins.js';
import { isInSameLoop, isSameOnward, isSameTask } from './task-differences.js';

/** Why a job cannot go over to another version of its workflow. */
export interface UpgradeBlocker {
  /** Id of the task that is in the way; null for the job as a whole. */
  readonly task: string | null;
  readonly detail: string;
}

/** Everything that is in the way; none where the job can go over. */
export function blockersOf(from: Plan, state: JobState, to: Plan): readonly UpgradeBlocker[] {
  const own = statusBlocker(state);
  const ofTasks = from.tasks.flatMap((task): UpgradeBlocker[] => {
    const stands = state.tasks[task.at];
    const next = to.tasks[to.places.get(task.id) ?? -1];
    const detail = stands && blockerOf({ from, task, stands }, to, next);
    return detail === undefined ? [] : [{ task: task.id, detail }];
  });
  return [...own, ...ofTasks];
}

interface StandingTask {
  readonly from: Plan;
  readonly task: PlannedTask;
  readonly stands: TaskState;
}

function statusBlocker({ status }: JobState): readonly UpgradeBlocker[] {
  if (status === 'paused' || status === 'error') return [];
  const detail =
    status === 'running' ? 'the job is running: pause it first' : `the job is ${status}`;
  return [{ task: null, detail }];
}

function blockerOf(
  standing: StandingTask,
  to: Plan,
  next: PlannedTask | undefined,
): string | undefined {
  const { stands } = standing;
  const { phase } = stands;
  if (phase === 'running' || phase === 'waiting') return underWayBlocker(standing, to, next);
  return phase === 'done' && next ? doneBlocker(standing, to, next) : undefined;
}

function doneBlocker(
  { from, task, stands: { finish } }: StandingTask,
  to: Plan,
  next: PlannedTask,
): string | undefined {
  if (!isInSameLoop([from, task], [to, next]))
    return 'has run, and lies in another loop now: give it a new id there';
  const isOther = task.name !== next.name || task.app !== next.app || task.kind !== next.kind;
  if (finish === 'error' || !isOther) return undefined;
  return `has finished as '${task.name}' and is '${next.name}' now: give the new task an id of its own`;
}

/** Nothing that runs is cut off: who works on it would come back to something else. */
function underWayBlocker(
  { from, task }: StandingTask,
  to: Plan,
  next: PlannedTask | undefined,
): string | undefined {
  if (!next) return 'is under way, and the workflow has it no more';
  if (!isSameTask(task, next)) return 'is under way, and is another one now';
  if (!isInSameLoop([from, task], [to, next])) return 'is under way, and lies in another loop now';
  return isSameBody([from, task], [to, next])
    ? undefined
    : 'is a loop that is under way, and its body is another one now';
}

function isSameBody(
  [from, loop]: readonly [Plan, PlannedTask],
  [to, next]: readonly [Plan, PlannedTask],
): boolean {
  const body = tasksOf(from, loop);
  const nextBody = tasksOf(to, next);
  if (body.length === 0 && nextBody.length === 0) return true;
  if (body.length !== nextBody.length || !isSameOnward([from, loop], [to, next])) return false;
  const byId = new Map(nextBody.map((task) => [task.id, task]));
  return body.every((task) => {
    const other = byId.get(task.id);
    return other && isSameTask(task, other) && isSameOnward([from, task], [to, other]);
  });
}

function tasksOf(plan: Plan, { at }: PlannedTask): readonly PlannedTask[] {
  return bodyOf(plan, at).flatMap((inner) => plan.tasks[inner] ?? []);
}
