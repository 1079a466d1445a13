import { beginTask } from './begin-task.js';
import { type Asking } from './asking.js';
import { advanceChildren } from './children.js';
import { conclude } from './conclude.js';
import { advanceLoop } from './loops.js';
import { OUTSIDE } from './phases.js';
import { type WorkingJob } from './working-job.js';

/** Runs everything that can run, as far as the step's fuel goes; when nothing is left, the job ends. */
export function* drain(job: WorkingJob): Asking<void> {
  while (job.status === 'running') {
    const ready = job.nextReady();
    const idle = ready === undefined ? job.nextIdle() : undefined;
    if (ready === undefined && idle === undefined) break;
    if (idle !== undefined && !canGoOn(job, idle)) continue;
    if (!job.takeFuel()) return;
    if (ready !== undefined) yield* beginTask(job, ready);
    else if (idle !== undefined) yield* advance(job, idle);
  }
  if (job.status === 'running' && job.activeIn(OUTSIDE) === 0) conclude(job);
}

function canGoOn(job: WorkingJob, at: number): boolean {
  if (job.task(at).phase !== 'waiting') return false;
  return job.children.has(at) || (job.loops.has(at) && job.activeIn(at) === 0);
}

function* advance(job: WorkingJob, at: number): Asking<void> {
  if (job.children.has(at)) yield* advanceChildren(job, at);
  else yield* advanceLoop(job, at);
}
