import { type JobTimer } from '../job-state.js';
import { type StepCoroutine } from './step-coroutine.js';
import { finishTask } from './finishing.js';
import { endOf } from './outcomes.js';
import { isActive } from './phases.js';
import { noteWait } from './reverts.js';
import { outcomeOf } from './wait-outcomes.js';
import { type WorkingJob } from './working-job.js';

/** Lets timers fire whose time has come. False where none has; those of older runs are only taken away. */
export function* fireDueTimers(job: WorkingJob): StepCoroutine<boolean> {
  const { due, more } = job.timers.takeDue(job.now, job.context.limits.tasksPerStep);
  if (more) job.hasMore = true;
  for (const timer of due) {
    if (timer.task === null) job.publish({ topic: 'jobSlaBreach' });
    else if (timer.generation === job.task(timer.task).generation) {
      yield* fire(job, timer, timer.task);
    }
  }
  return due.length > 0;
}

function* fire(job: WorkingJob, timer: JobTimer, at: number): StepCoroutine<void> {
  const { phase, secret } = job.task(at);
  const task = job.planned(at);
  if (timer.kind === 'task-sla') {
    if (isActive(phase)) job.publish({ topic: 'taskSlaBreach', task: task.id });
    return;
  }
  if (phase !== 'waiting') return;
  noteWait(job);
  if (timer.kind === 'retry') {
    job.change(at, { phase: 'ready' });
    return;
  }
  if (!timer.ends) return;
  const outcome = yield* outcomeOf(job, timer.ends);
  const end = endOf(task, outcome, { isSecret: secret, now: job.now });
  job.close(at, end);
  finishTask(job, at, end);
}
