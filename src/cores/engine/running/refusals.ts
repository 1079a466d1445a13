import { FINAL_STATUSES } from '../job-state.js';
import { isUnderWay } from './resets.js';
import { type WorkingJob } from './working-job.js';
import { type StepResult } from '../step-result.js';

/** Whether the job has ended for good: nothing brings it back. */
export function isOver({ status }: WorkingJob): boolean {
  return FINAL_STATUSES.includes(status);
}

/** The job stands so that what was asked for is not allowed. */
export function wrongState(job: WorkingJob, what: string): ControlResult {
  const message = `a job that is ${job.status} cannot be ${what}`;
  return { kind: 'refused', code: 'wrong-state', message };
}

/** The workflow has no such task. */
export function unknownTask(id: string): ControlResult {
  return { kind: 'refused', code: 'unknown-task', message: `the job has no task '${id}'` };
}

/** There is no end of the task to go on from. */
export function notFinished(id: string, why = 'has not ended yet'): ControlResult {
  return { kind: 'refused', code: 'not-finished', message: `task '${id}' ${why}` };
}

/** There is nothing to run again. */
export function notFailed(): ControlResult {
  const message = 'No task stands in an error that no edge took up';
  return { kind: 'refused', code: 'not-failed', message };
}

/** The task, or one that would be done again, is with a worker, a person or a child job. */
export function stillActive(id: string): ControlResult {
  return { kind: 'refused', code: 'still-active', message: `task '${id}' is still under way` };
}

/** Refuses where one of the tasks is under way: nobody is to lose work that they did not ask to cancel. */
export function busyAmong(job: WorkingJob, tasks: Iterable<number>): ControlResult | undefined {
  for (const at of tasks) if (isUnderWay(job, at)) return stillActive(job.planned(at).id);
  return undefined;
}

/** What came of something that was asked of a job: done, nothing to do, or not allowed as it stands. */
export type ControlResult = 'done' | Exclude<StepResult, { kind: 'applied' }>;
