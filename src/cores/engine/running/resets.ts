import { type Plan } from '../plan.js';
import { type WorkingJob } from './working-job.js';

/** The tasks themselves, and everything that ways of standard edges lead to from them, bodies of loops included. */
export function downstreamOf(plan: Plan, targets: Iterable<number>): ReadonlySet<number> {
  const reached = new Set(targets);
  // The set grows while it is walked.
  for (const at of reached) {
    for (const { to, type } of plan.tasks[at]?.edges ?? [])
      if (type === 'standard') reached.add(to);
  }
  return reached;
}

/**
 * The tasks are as if they had never run: what they put out is kept with their iterations and read no
 * more, whatever runs of them is canceled, and what still comes of it comes for an older generation. Job
 * variables stay as they are, as authors rely on.
 */
export function reset(job: WorkingJob, tasks: Iterable<number>): void {
  for (const at of tasks) {
    cancelIteration(job, at);
    job.change(at, {
      phase: 'pending',
      finish: null,
      generation: job.task(at).generation + 1,
      tries: 0,
    });
    forget(job, at);
  }
}

/** Ends what runs or waits of a task, and its children with it. */
export function cancelIteration(job: WorkingJob, at: number): void {
  if (!isUnderWay(job, at)) return;
  if (job.children.has(at)) {
    const iteration = job.iterationOf(at);
    job.commands.push({ kind: 'control-children', iteration, control: 'cancel' });
  }
  job.close(at, { finish: 'canceled', output: {}, error: null, endedAt: job.now });
}

/** Whether an iteration of the task has begun and not ended: between two tries there is none. */
export function isUnderWay(job: WorkingJob, at: number): boolean {
  const { phase } = job.task(at);
  return phase === 'running' || (phase === 'waiting' && !job.timers.has(at, 'retry'));
}

/** Nothing is left of the task's run but its number. */
export function forget(job: WorkingJob, at: number): void {
  job.timers.clearTask(at);
  job.outputs.delete(at);
  job.loops.delete(at);
  job.children.delete(at);
  job.joins.delete(at);
  job.reverts.delete(at);
}
