import { type Iteration, type IterationEnd, type TaskOutcome } from '../commands.js';
import { type FinishState } from '../finish-state.js';
import { type PlannedTask } from '../plan.js';
import { hasSecret } from './step-coroutine.js';
import { settleAfter } from './joins.js';
import { endOf, messageOf } from './outcomes.js';
import { edgesFollowed } from './phases.js';
import { followReverts } from './reverts.js';
import { type WorkingJob } from './working-job.js';

/**
 * The current iteration of a task has ended (its end is recorded by whoever calls). First its own retry
 * settings have a say, and no edge is followed before the last try; then outputs and error are written
 * down, those after it learn of it, and last it reverts what its revert edges lead to.
 */
export function finishTask(job: WorkingJob, at: number, end: IterationEnd): void {
  job.timers.clearIteration(at);
  if (runAgain(job, at, end)) return;
  job.timers.clearTask(at);
  keepOutputs(job, at, end);
  if (end.finish === 'error') noteTaskError(job, at, end);
  follow(job, at, end.finish === 'canceled' ? 'error' : end.finish);
}

/** A task begins and ends in this step: its iteration is recorded with its end. */
export function endAtOnce(
  job: WorkingJob,
  { task, iteration }: { readonly task: PlannedTask; readonly iteration: Iteration },
  outcome: TaskOutcome,
  { isSecret = hasSecret(iteration.input), isMocked = false } = {},
): void {
  const end = endOf(task, outcome, { isSecret, now: job.now });
  const recorded = isMocked ? ({ ...end, mocked: true } as const) : end;
  job.commands.push({ kind: 'record', iteration, end: recorded });
  finishTask(job, task.at, recorded);
}

/** The task stands as ended in this state, and everything follows from that. */
export function follow(job: WorkingJob, at: number, finish: FinishState): void {
  job.change(at, { phase: 'done', finish });
  job.lastFinished = at;
  settleAfter(job, at);
  followReverts(job, at, edgesFollowed(job.planned(at), finish));
}

/** Runs a task again if its retry settings say so: after their delay, as a new iteration. */
function runAgain(job: WorkingJob, at: number, { finish }: IterationEnd): boolean {
  const { retry } = job.planned(at);
  const { tries, generation } = job.task(at);
  if (!retry || !retry.states.some((state) => state === finish) || tries >= retry.limit) {
    return false;
  }
  job.loops.delete(at);
  job.children.delete(at);
  if (retry.delayMs > 0) {
    job.change(at, { phase: 'waiting', tries: tries + 1 });
    job.timers.set({ kind: 'retry', task: at, generation, at: job.now + retry.delayMs });
  } else {
    job.change(at, { phase: 'ready', tries: tries + 1 });
  }
  return true;
}

/** References name an error of a task as they name its outputs; one of that name stands above it. */
function keepOutputs(job: WorkingJob, at: number, { output, error }: IterationEnd): void {
  job.outputs.set(at, error === null ? output : { error, ...output });
  for (const [name, variable] of job.planned(at).outputs) {
    const held = Object.hasOwn(output, name) ? output[name] : undefined;
    if (variable !== null && held !== undefined) job.setVariable(variable, held);
  }
}

function noteTaskError(job: WorkingJob, at: number, end: IterationEnd): void {
  const { id, errorVariable } = job.planned(at);
  job.noteError(id, messageOf(end));
  if (errorVariable !== null && end.error) job.setVariable(errorVariable, end.error);
}
