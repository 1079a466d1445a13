import { textOf } from '../../../kernel/json-reading.js';
import { eventFrame } from '../../../api/http/event-frame.js';
import { type FollowFrames } from '../../../api/http/follow-stream.js';
import { progressOf, type TaskStatus, taskStatus } from '../answer/progress.js';
import { type FinishState } from '../../../cores/engine/finish-state.js';
import {
  FINAL_STATUSES,
  type JobError,
  type JobState,
  type JobStatus,
} from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';

/** Where a task stands, as followers see it. */
export interface TaskSnapshot {
  readonly name: string;
  /** What the workflow calls it; its name where it says nothing. */
  readonly summary: string;
  readonly status: TaskStatus;
  readonly finish_state: FinishState | null;
  /** Runs that it has had. */
  readonly iterations: number;
}

/** Where a job stands, as followers see it. */
export interface JobSnapshot {
  readonly _id: string;
  /** Rises with every step: followers that know this one know everything. */
  readonly rev: number;
  readonly status: JobStatus;
  readonly description: string;
  readonly progress: number;
  readonly error: readonly JobError[];
  readonly tasks: ReadonlyMap<string, TaskSnapshot>;
}

/** A job of this revision as followers see it. */
export function jobSnapshot(
  { _id, rev }: Pick<JobSnapshot, '_id' | 'rev'>,
  plan: Plan,
  state: JobState,
): JobSnapshot {
  const tasks = plan.tasks.flatMap(({ at, id, name, document }): [string, TaskSnapshot][] => {
    const task = state.tasks[at];
    if (!task) return [];
    const status = taskStatus(state.status, task);
    const summary = textOf(document['summary']) || name;
    const runs = { finish_state: task.finish, iterations: task.iterations };
    return [[id, { name, summary, status, ...runs }]];
  });
  const { status, description, errors: error } = state;
  const progress = progressOf(plan, state);
  return { _id, rev, status, description, progress, error, tasks: new Map(tasks) };
}

/** Whether nothing will happen to the job any more. */
export function hasEnded({ status }: Pick<JobSnapshot, 'status'>): boolean {
  return FINAL_STATUSES.includes(status);
}

/** The whole job as a frame: what a follower is told first. */
export function snapshotFrame(snapshot: JobSnapshot): string {
  return frame('snapshot', snapshot, snapshot.tasks);
}

/** What has changed, as a frame: the job, and those of its tasks that differ; empty when nothing did. */
export function changeFrame(before: JobSnapshot, after: JobSnapshot): string {
  const changed = [...after.tasks].filter(([id, task]) => !isSame(before.tasks.get(id), task));
  if (changed.length === 0 && headOf(before) === headOf(after)) return '';
  return frame('change', after, new Map(changed));
}

/** The last frame: nothing will come any more, so the client need not come back. */
export function endFrame({ rev, status }: JobSnapshot): string {
  return eventFrame(rev, 'end', { status });
}

/** How followers of a job are told. */
export const JOB_FRAMES: FollowFrames<JobSnapshot> = {
  snapshot: snapshotFrame,
  change: changeFrame,
  end: endFrame,
  hasEnded,
};

function frame(event: string, snapshot: JobSnapshot, tasks: JobSnapshot['tasks']): string {
  const data = { ...shown(snapshot), tasks: Object.fromEntries(tasks) };
  return eventFrame(snapshot.rev, event, data);
}

function shown({ _id, status, description, progress, error }: JobSnapshot): object {
  return { _id, status, description, progress, error };
}

function headOf(snapshot: JobSnapshot): string {
  return JSON.stringify(shown(snapshot));
}

function isSame(before: TaskSnapshot | undefined, after: TaskSnapshot): boolean {
  return (
    before?.status === after.status &&
    before.finish_state === after.finish_state &&
    before.iterations === after.iterations
  );
}
