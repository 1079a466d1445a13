import { newIteration } from './begin-task.js';
import { type ControlResult } from './control-result.js';
import { busyAmong } from './refusals.js';
import { downstreamOf, reset } from './resets.js';
import { type WorkingJob } from './working-job.js';

/**
 * A task in the body of a loop can only go on while its loop does. A loop that ended in error is opened
 * again at the element where it failed, with whatever followed it undone; one that has ended well, or
 * never began, is not.
 */
export function reopenLoops(job: WorkingJob, at: number): ControlResult | undefined {
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
