import { type ControlResult, wrongState } from './refusals.js';
import { isActive } from './phases.js';
import { cancelIteration, isUnderWay } from './resets.js';
import { type WorkingJob } from './working-job.js';

/** Nothing more begins; what runs ends and is recorded, and timers fire into the pause. */
export function pauseJob(job: WorkingJob): ControlResult {
  if (job.status === 'paused') return { kind: 'ignored' };
  if (job.status !== 'running') return wrongState(job, 'paused');
  job.status = 'paused';
  controlChildren(job, 'pause');
  job.publish({ topic: 'jobPause' });
  return 'done';
}

/** Goes on from where a pause has stopped it. */
export function resumeJob(job: WorkingJob): ControlResult {
  if (job.status === 'running') return { kind: 'ignored' };
  if (job.status !== 'paused') return wrongState(job, 'resumed');
  job.status = 'running';
  controlChildren(job, 'resume');
  job.publish({ topic: 'jobResume' });
  return 'done';
}

/** Ends the job for good, with everything that it runs and all its children. */
export function cancelJob(job: WorkingJob): ControlResult {
  if (job.status === 'canceled') return { kind: 'ignored' };
  if (job.status === 'complete') return wrongState(job, 'canceled');
  job.status = 'canceled';
  job.endedAt = job.now;
  for (const { at } of job.plan.tasks) {
    if (!isActive(job.task(at).phase)) continue;
    cancelIteration(job, at);
    job.change(at, { phase: job.task(at).phase === 'ready' ? 'pending' : 'done', finish: null });
  }
  job.timers.clear();
  job.hasMore = false;
  job.commands.push({ kind: 'notify-parent', status: 'canceled' });
  job.publish({ topic: 'jobCancel' });
  return 'done';
}

/** Nothing begins: it is told alone. */
export function tellUpgrade(job: WorkingJob): ControlResult {
  job.publish({ topic: 'jobUpgrade' });
  return 'done';
}

function controlChildren(job: WorkingJob, control: 'pause' | 'resume'): void {
  for (const at of job.children.keys()) {
    if (!isUnderWay(job, at)) continue;
    job.commands.push({ kind: 'control-children', iteration: job.iterationOf(at), control });
  }
}
