import { type JobState, type TaskState } from '../job-state.js';
import { type Plan, type PlannedTask } from '../plan.js';
import { isInSameLoop } from './task-differences.js';

interface Upgraded {
  readonly state: JobState;
  readonly to: Plan;
  /** Of the tasks of the other plan, those that were there before. */
  readonly known: readonly (TaskState | undefined)[];
}

/** How its tasks stand in a job by another plan. */
export function upgradedTasks(from: Plan, state: JobState, to: Plan): readonly TaskState[] {
  const known = to.tasks.map(({ id }) => state.tasks[from.places.get(id) ?? -1]);
  const of = { state, to, known };
  return to.tasks.map((task, at) => {
    const before = from.tasks[from.places.get(task.id) ?? -1];
    const was = known[at];
    if (!before || !was) return neverRun(task, of);
    // In another loop than before, that loop decides when it has its turn.
    const stays = isReached(was) || isInSameLoop([from, before], [to, task]);
    return stays ? was : { ...was, phase: firstPhase(task, of) };
  });
}

/** Whether a task has had its turn. */
export function isReached({ phase }: TaskState): boolean {
  return phase === 'done' || phase === 'running' || phase === 'waiting';
}

/** The runs of a task that was there before count on: no run may bear the number of another one. */
function neverRun(task: PlannedTask, of: Upgraded): TaskState {
  const { iterations, generation } = of.state.former?.[task.id] ?? { iterations: 0, generation: 0 };
  const phase = firstPhase(task, of);
  return { phase, finish: null, iterations, generation, tries: 0, secret: false };
}

/** How a task stands that has not had its turn, before what leads to it is looked at. */
function firstPhase(task: PlannedTask, of: Upgraded): TaskState['phase'] {
  return isTooLate(task, of) ? 'dead' : 'pending';
}

/** Whether the loop around it has ended, or never begins. */
function isTooLate({ owner }: PlannedTask, of: Upgraded): boolean {
  const loop = owner === null ? undefined : of.to.tasks[owner];
  if (!loop) return false;
  const phase = of.known[loop.at]?.phase;
  return phase === undefined ? isTooLate(loop, of) : phase === 'done' || phase === 'dead';
}
