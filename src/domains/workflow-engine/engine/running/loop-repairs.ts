import { type ControlResult } from './controls.js';
import { type WorkingJob } from './working-job.js';

/**
 * A task in the body of a loop can only go on while its loop does. A loop that ended in error is opened
 * again at the element where it failed; one that has ended well, or never began, is not.
 */
export function reopenLoops(job: WorkingJob, at: number): ControlResult | undefined {
  const { owner } = job.planned(at);
  if (owner === null || job.task(owner).phase === 'waiting') return undefined;
  const message = `task '${job.planned(at).id}' is in a loop that has ended`;
  return { kind: 'refused', code: 'wrong-state', message };
}
