import { type PlannedEdge } from '../plan.js';
import { type RevertCount } from '../job-state.js';
import { settleAfter } from './joins.js';
import { OUTSIDE } from './phases.js';
import { downstreamOf, reset } from './resets.js';
import { type WorkingJob } from './working-job.js';

/** Nothing that waits for the world goes round twice within this time; what does is a circle that only spins. */
const WAIT_MS = 1000;

/** What it costs the step to reset one task: circles in large workflows are not to hold a server up. */
const RESET_UNITS = 10;

/** Follows revert edges: everything from their targets on is done again. */
export function followReverts(job: WorkingJob, at: number, edges: readonly PlannedEdge[]): void {
  for (const { to, type } of edges) {
    if (type !== 'revert') continue;
    if (!mayRevert(job, at, to)) return;
    beginAgain(job, to);
  }
}

/** Resets a task and everything after it, and lets it run. */
export function beginAgain(job: WorkingJob, to: number): void {
  const again = downstreamOf(job.plan, [to]);
  job.burn(again.size * RESET_UNITS);
  reset(job, again);
  if (job.planned(to).kind !== 'start') {
    job.change(to, { phase: 'ready' });
    return;
  }
  job.change(to, { phase: 'done', finish: 'success' });
  settleAfter(job, to);
}

/** The job has waited: what it reverts from now on is no part of a circle that only spins. */
export function noteWait(job: WorkingJob): void {
  job.reverts.clear();
}

/** Something came back from a worker or a person: a wait only if it took its time. */
export function notePossibleWait(job: WorkingJob): void {
  for (const [region, { at }] of job.reverts) {
    if (job.now - at >= WAIT_MS) job.reverts.delete(region);
  }
}

/** Whether the body of a loop has gone round too often. */
export function isSpinning(job: WorkingJob, loop: number): boolean {
  return (job.reverts.get(loop)?.count ?? 0) >= job.context.limits.reverts;
}

/** Counts a revert; a circle that never waits is cut off, else it would keep a server busy for good. */
function mayRevert(job: WorkingJob, at: number, to: number): boolean {
  const region = job.planned(to).owner ?? OUTSIDE;
  const { count } = job.reverts.get(region) ?? ({ count: 0, at: 0 } satisfies RevertCount);
  const { limits } = job.context;
  if (count < limits.reverts) {
    job.reverts.set(region, { count: count + 1, at: job.now });
    return true;
  }
  job.isRunaway = true;
  const back = job.planned(to).id;
  job.noteError(
    job.planned(at).id,
    `reverted to ${back} after ${limits.reverts} reverts without a wait between them: the circle was cut off`,
  );
  return false;
}
