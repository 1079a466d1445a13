import { type WorkingJob } from './working-job.js';
import { isDeadEnd } from './phases.js';

/** What a job says that stopped before its end. Clients look for exactly this text. */
export const NO_TRANSITIONS = 'no available transitions found from completed tasks';

/**
 * Nothing runs, and nothing is waited for. The job is complete if its end was reached; else it is in
 * error, which is not final: someone can repair it and let it go on.
 */
export function conclude(job: WorkingJob): void {
  if (job.task(job.plan.end).phase === 'done') {
    job.status = 'complete';
    job.endedAt = job.now;
    job.timers.clear();
    job.commands.push({ kind: 'notify-parent', status: 'complete' });
    job.publish({ topic: 'jobComplete' });
    return;
  }
  job.status = 'error';
  const stuck = stuckAt(job);
  for (const task of stuck) job.noteError(task, NO_TRANSITIONS);
  job.publish({ topic: 'jobError', ...job.lastError() });
}

/** Tasks outside of loops whose end nothing follows; if there are none, the one that ended last. */
function stuckAt(job: WorkingJob): readonly string[] {
  const stuck = job.plan.tasks.filter(
    (task) => task.owner === null && task.kind !== 'end' && isDeadEnd(task, job.task(task.at)),
  );
  if (stuck.length > 0 || job.isRunaway) return stuck.map(({ id }) => id);
  return [job.planned(job.lastFinished ?? job.plan.start).id];
}
