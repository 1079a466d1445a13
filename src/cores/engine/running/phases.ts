import { type FinishState } from '../finish-state.js';
import { type ChildrenState, type TaskPhase, type TaskState } from '../job-state.js';
import { type PlannedEdge, type PlannedTask } from '../plan.js';

/** The place of no loop: what is outside of all. */
export const OUTSIDE = -1;

/** Whether the task is to run, runs, or is waited for. */
export function isActive(phase: TaskPhase): boolean {
  return phase === 'ready' || phase === 'running' || phase === 'waiting';
}

/** Whether no way through the task is open any more. */
export function isResolved(phase: TaskPhase): boolean {
  return phase === 'done' || phase === 'dead';
}

/** Whether a childJob may start one more child, or has waited for the last. */
export function isChildrenIdle({ length, next, live, sequential }: ChildrenState): boolean {
  const under = Object.keys(live).length;
  return under === 0 || (!sequential && next < length);
}

/**
 * The state whose edges are followed. A `reattempt` that has used up its tries ends in error, but older
 * workflows draw a failure edge for that: it is taken where no error edge is.
 */
export function followedState({ name, edges }: PlannedTask, finish: FinishState): FinishState {
  if (name !== 'reattempt' || finish !== 'error') return finish;
  return edges.some(({ state }) => state === 'error') ? 'error' : 'failure';
}

/** The edges that are followed when the task ends so, in the order of the document. */
export function edgesFollowed(task: PlannedTask, finish: FinishState): readonly PlannedEdge[] {
  const followed = followedState(task, finish);
  return task.edges.filter(({ state }) => state === followed);
}

/** Whether the task has ended so that no edge follows. */
export function isDeadEnd(task: PlannedTask, { phase, finish }: TaskState): boolean {
  return phase === 'done' && finish !== null && edgesFollowed(task, finish).length === 0;
}
