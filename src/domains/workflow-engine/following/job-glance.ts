import { eventFrame } from '../../../api/http/event-frame.js';
import { type FollowFrames } from '../../../api/http/follow-stream.js';
import { progressOf } from '../answer/progress.js';
import { type TaskStatus, taskStatus } from '../answer/task-status.js';
import { type FinishState } from '../engine/finish-state.js';
import { type JobError, type JobState, type JobStatus } from '../engine/job-state.js';
import { type Plan } from '../engine/plan.js';

/** Where a task stands, as followers see it. */
export interface TaskGlance {
  readonly name: string;
  readonly status: TaskStatus;
  readonly finish_state: FinishState | null;
  /** Runs that it has had. */
  readonly iterations: number;
}

/** Where a job stands, as followers see it. */
export interface JobGlance {
  readonly _id: string;
  /** Rises with every step: followers that know this one know everything. */
  readonly rev: number;
  readonly status: JobStatus;
  readonly description: string;
  readonly progress: number;
  readonly error: readonly JobError[];
  readonly tasks: ReadonlyMap<string, TaskGlance>;
}

/** A job of this revision as followers see it. */
export function jobGlance(
  { _id, rev }: Pick<JobGlance, '_id' | 'rev'>,
  plan: Plan,
  state: JobState,
): JobGlance {
  const tasks = plan.tasks.flatMap(({ at, id, name }): [string, TaskGlance][] => {
    const task = state.tasks[at];
    if (!task) return [];
    const status = taskStatus(state.status, task);
    return [[id, { name, status, finish_state: task.finish, iterations: task.iterations }]];
  });
  const { status, description, errors: error } = state;
  const progress = progressOf(plan, state);
  return { _id, rev, status, description, progress, error, tasks: new Map(tasks) };
}

/** Whether nothing will happen to the job any more. */
export function hasEnded({ status }: Pick<JobGlance, 'status'>): boolean {
  return status === 'complete' || status === 'canceled';
}

/** The whole job as a frame: what a follower is told first. */
export function snapshotFrame(glance: JobGlance): string {
  return frame('snapshot', glance, glance.tasks);
}

/** What has changed, as a frame: the job, and those of its tasks that differ; empty when nothing did. */
export function changeFrame(before: JobGlance, after: JobGlance): string {
  const changed = [...after.tasks].filter(([id, task]) => !isSame(before.tasks.get(id), task));
  if (changed.length === 0 && headOf(before) === headOf(after)) return '';
  return frame('change', after, new Map(changed));
}

/** The last frame: nothing will come any more, so the client need not come back. */
export function endFrame({ rev, status }: JobGlance): string {
  return eventFrame(rev, 'end', { status });
}

/** How followers of a job are told. */
export const JOB_FRAMES: FollowFrames<JobGlance> = {
  snapshot: snapshotFrame,
  change: changeFrame,
  end: endFrame,
  hasEnded,
};

function frame(event: string, glance: JobGlance, tasks: JobGlance['tasks']): string {
  const data = { ...shown(glance), tasks: Object.fromEntries(tasks) };
  return eventFrame(glance.rev, event, data);
}

function shown({ _id, status, description, progress, error }: JobGlance): object {
  return { _id, status, description, progress, error };
}

function headOf(glance: JobGlance): string {
  return JSON.stringify(shown(glance));
}

function isSame(before: TaskGlance | undefined, after: TaskGlance): boolean {
  return (
    before?.status === after.status &&
    before.finish_state === after.finish_state &&
    before.iterations === after.iterations
  );
}
