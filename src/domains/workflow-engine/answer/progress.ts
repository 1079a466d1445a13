import { type FinishState } from '../../../cores/engine/finish-state.js';
import { type JobState, type JobStatus, type TaskState } from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';

/** What a task of a job is called by its place in time. */
export const TASK_STATUSES = [
  'incomplete',
  'running',
  'paused',
  'complete',
  'error',
  'canceled',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** What a task that has not finished is called by its phase. */
const BY_PHASE: Readonly<Record<Exclude<TaskState['phase'], 'done'>, TaskStatus>> = {
  pending: 'incomplete',
  ready: 'incomplete',
  running: 'running',
  waiting: 'running',
  dead: 'incomplete',
};
/** One that ended without a finish state was canceled. */
const FINISHED: Readonly<Record<FinishState, TaskStatus>> = {
  success: 'complete',
  failure: 'complete',
  error: 'error',
};
/** What interrupts a task that has begun; nothing does while the job runs or stands in error. */
const INTERRUPTED: Partial<Record<JobStatus, TaskStatus>> = {
  paused: 'paused',
  canceled: 'canceled',
};

/**
 * The status of a task. One that no way leads to any more was never begun, so it stays incomplete; one that
 * ended in error says so, whether an edge has caught that or not.
 */
export function taskStatus(job: JobStatus, { phase, finish }: TaskState): TaskStatus {
  if (phase === 'done') return finish === null ? 'canceled' : FINISHED[finish];
  const status = BY_PHASE[phase];
  return status === 'running' ? (INTERRUPTED[job] ?? status) : status;
}

/**
 * How far a job is: the part of its tasks that have finished or will never run. The end counts as a task that
 * nothing but completion finishes, so that 1 is complete and nothing else is 1.
 */
export function progressOf(plan: Plan, state: JobState): number {
  if (state.status === 'complete') return 1;
  const tasks = state.tasks.filter((_, at) => at !== plan.start);
  if (tasks.length === 0) return 0;
  const settled = state.tasks.filter(
    ({ phase }, at) =>
      at !== plan.start && at !== plan.end && (phase === 'done' || phase === 'dead'),
  );
  return settled.length / tasks.length;
}
