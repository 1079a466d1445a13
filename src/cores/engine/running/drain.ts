import { beginTask } from './begin-task.js';
import { type StepCoroutine } from './step-coroutine.js';
import { advanceChildren } from './children.js';
import { conclude } from './conclude.js';
import { advanceLoop } from './loops.js';
import { OUTSIDE } from './phases.js';
import { type WorkingJob } from './working-job.js';

/** Runs everything that can run, as far as the step's fuel goes; when nothing is left, the job ends. */
export function* drain(job: WorkingJob): StepCoroutine<void> {
  for (let next = nextWork(job); next; next = nextWork(job)) {
    if (!job.takeFuel()) return;
    yield* next;
  }
  if (job.status === 'running' && job.activeIn(OUTSIDE) === 0 && hasBegun(job)) conclude(job);
}

/** One that was paused and resumed before it began has not come to its end. */
function hasBegun(job: WorkingJob): boolean {
  return job.task(job.plan.start).phase !== 'pending';
}

/** Ready tasks first, then loops and childJobs whose turn it is; nothing while the job is paused. */
function nextWork(job: WorkingJob): StepCoroutine<void> | undefined {
  if (job.status !== 'running') return undefined;
  const ready = job.nextReady();
  if (ready !== undefined) return beginTask(job, ready);
  for (let idle = job.nextIdle(); idle !== undefined; idle = job.nextIdle()) {
    if (canGoOn(job, idle)) return advance(job, idle);
  }
  return undefined;
}

function canGoOn(job: WorkingJob, at: number): boolean {
  if (job.task(at).phase !== 'waiting') return false;
  return job.children.has(at) || (job.loops.has(at) && job.activeIn(at) === 0);
}

function* advance(job: WorkingJob, at: number): StepCoroutine<void> {
  if (job.children.has(at)) yield* advanceChildren(job, at);
  else yield* advanceLoop(job, at);
}
