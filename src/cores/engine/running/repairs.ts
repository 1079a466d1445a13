import { type FinishState } from '../finish-state.js';
import { type Plan, type PlannedEdge, type PlannedTask } from '../plan.js';
import { NO_TRANSITIONS } from './conclude.js';
import {
  type ControlResult,
  busyAmong,
  isOver,
  notFailed,
  notFinished,
  stillActive,
  unknownTask,
  wrongState,
} from './refusals.js';
import { follow } from './finishing.js';
import { bodyOf, markBodyDead } from './joins.js';
import { edgesFollowed, isActive } from './phases.js';
import { cancelIteration, downstreamOf, forget, reset } from './resets.js';
import { beginAgain, noteWait } from './reverts.js';
import { failedTasks } from './failed-tasks.js';
import { type WorkingJob } from './working-job.js';
import { newIteration } from './begin-task.js';

/** Goes on from how the last run of a task ended: what follows is done again, the task itself is not. */
export function continueFrom(job: WorkingJob, id: string): ControlResult {
  const at = job.plan.places.get(id);
  if (at === undefined) return unknownTask(id);
  if (isOver(job)) return wrongState(job, 'continued');
  const { finish } = job.task(at);
  if (finish === null) return isActive(job.task(at).phase) ? stillActive(id) : notFinished(id);
  const edges = edgesFollowed(job.planned(at), finish);
  const again = downstreamOf(job.plan, targetsOf(edges));
  const refused = busyAmong(job, again) ?? reopenLoops(job, at);
  if (refused) return refused;
  forgetErrorsOf(job, again, id);
  if (edges.length > 0) job.publish({ topic: 'jobFix', task: id });
  reset(job, downstreamOf(job.plan, targetsOf(edges.filter(isStandard))));
  goOn(job);
  follow(job, at, finish);
  return 'done';
}

/** Does everything from a task on again; what of it is under way is canceled. */
export function revertTo(job: WorkingJob, id: string): ControlResult {
  const at = job.plan.places.get(id);
  if (at === undefined) return unknownTask(id);
  if (isOver(job)) return wrongState(job, 'reverted');
  if (!wasReached(job, at)) return notFinished(id, 'was not reached');
  const refused = reopenLoops(job, at);
  if (refused) return refused;
  forgetErrorsOf(job, downstreamOf(job.plan, [at]), id);
  job.publish({ topic: 'jobFix', task: id });
  goOn(job);
  beginAgain(job, at);
  return 'done';
}

/** Runs a task that ended in error again, and what follows it. */
export function retryTask(job: WorkingJob, id: string): ControlResult {
  const at = job.plan.places.get(id);
  if (at === undefined) return unknownTask(id);
  if (isOver(job)) return wrongState(job, 'retried');
  const { phase, finish } = job.task(at);
  if (isActive(phase)) return stillActive(id);
  if (phase !== 'done' || finish !== 'error') return notFinished(id, 'has not ended in error');
  return busyAmong(job, downstreamOf(job.plan, [at])) ?? revertTo(job, id);
}

/** Runs all tasks again that ended in error which nothing has taken up: all of them, or none. */
export function retryFailed(job: WorkingJob): ControlResult {
  const failed = isOver(job) ? [] : failedTasks(job.plan, job.commit());
  if (failed.length === 0) return notFailed();
  for (const { id } of firstOf(job.plan, failed)) {
    const result = retryTask(job, id);
    if (result !== 'done') return result;
  }
  return 'done';
}

/** Failed tasks that no other failed one leads to; a loop goes on at its task that failed, not from its start. */
function firstOf(plan: Plan, failed: readonly PlannedTask[]): readonly PlannedTask[] {
  const loops = new Set(failed.map(({ owner }) => owner));
  const innermost = failed.filter(({ at }) => !loops.has(at));
  const next = failed.flatMap(({ edges }) => targetsOf(edges.filter(isOnward)));
  const after = downstreamOf(plan, next);
  return innermost.filter(({ at }) => !after.has(at));
}

/** Takes a task as ended in this state without running it; what runs of it is canceled. */
export function skipTask(job: WorkingJob, id: string, finish: FinishState): ControlResult {
  const at = job.plan.places.get(id);
  if (at === undefined) return unknownTask(id);
  if (isOver(job)) return wrongState(job, 'moved on');
  if (!wasReached(job, at) || at === job.plan.start) return notFinished(id, 'was not reached');
  const after = downstreamOf(job.plan, targetsOf(job.planned(at).edges.filter(isOnward)));
  const refused = busyAmong(job, after) ?? reopenLoops(job, at);
  if (refused) return refused;
  // What the task failed by counts no more: somebody has said how it ended.
  forgetErrorsOf(job, new Set([...after, at]), id);
  job.publish({ topic: 'jobFix', task: id });
  reset(job, bodyOf(job.plan, at));
  cancelIteration(job, at);
  forget(job, at);
  reset(job, after);
  markBodyDead(job, at);
  goOn(job);
  follow(job, at, finish);
  return 'done';
}

/** Whether the task has had its turn since it was last reset; the end is no task to begin again from. */
function wasReached(job: WorkingJob, at: number): boolean {
  const { phase } = job.task(at);
  return phase !== 'pending' && phase !== 'dead' && at !== job.plan.end;
}

function forgetErrorsOf(job: WorkingJob, again: ReadonlySet<number>, id: string): void {
  const ids = new Set([...again].map((at) => job.planned(at).id));
  job.forgetErrors(
    ({ task, message }) => ids.has(task) || (task === id && message === NO_TRANSITIONS),
  );
}

/** A job in error runs again; one that is paused stays so. */
function goOn(job: WorkingJob): void {
  if (job.status === 'error') job.status = 'running';
  noteWait(job);
}

function targetsOf(edges: readonly PlannedEdge[]): readonly number[] {
  return edges.map(({ to }) => to);
}

function isOnward({ type, state }: PlannedEdge): boolean {
  return type === 'standard' && state !== 'loop';
}

function isStandard({ type }: PlannedEdge): boolean {
  return type === 'standard';
}

/**
 * A task in the body of a loop can only go on while its loop does. A loop that ended in error is opened
 * again at the element where it failed, with whatever followed it undone; one that has ended well, or
 * never began, is not.
 */
function reopenLoops(job: WorkingJob, at: number): ControlResult | undefined {
  const closed = loopsAround(job, at).filter((loop) => job.task(loop).phase !== 'waiting');
  for (const loop of closed) {
    const refused = refusalOf(job, loop, at) ?? busyAmong(job, afterLoop(job, loop));
    if (refused) return refused;
  }
  for (const loop of closed) reopen(job, loop);
  return undefined;
}

/** The outermost first. */
function loopsAround(job: WorkingJob, at: number): readonly number[] {
  const loops: number[] = [];
  for (let { owner } = job.planned(at); owner !== null; { owner } = job.planned(owner)) {
    loops.push(owner);
  }
  return loops.reverse();
}

function refusalOf(job: WorkingJob, loop: number, at: number): ControlResult | undefined {
  const { phase, finish } = job.task(loop);
  if (phase === 'done' && finish === 'error' && job.loops.has(loop)) return undefined;
  const message = `task '${job.planned(at).id}' is in a loop that has ended`;
  return { kind: 'refused', code: 'wrong-state', message };
}

function afterLoop(job: WorkingJob, loop: number): ReadonlySet<number> {
  const onward = job
    .planned(loop)
    .edges.filter(({ type, state }) => type === 'standard' && state !== 'loop');
  return downstreamOf(
    job.plan,
    onward.map(({ to }) => to),
  );
}

function reopen(job: WorkingJob, loop: number): void {
  const task = job.planned(loop);
  const state = job.loops.get(loop);
  reset(job, afterLoop(job, loop));
  const input = state ? { data_array: state.items } : {};
  job.commands.push({ kind: 'wait', iteration: newIteration(job, task, input) });
  job.change(loop, { phase: 'waiting' });
  // If nothing of the body is left to run, nobody else would see that the loop rests.
  job.noteIdle(loop);
  job.forgetErrors((error) => error.task === task.id);
}
