import { type FinishState } from './finish-state.js';
import { type ValueRef, type ValueRefs } from './value-ref.js';

/** `error` can be resumed; `complete` and `canceled` are final. */
export const JOB_STATUSES = ['running', 'paused', 'error', 'complete', 'canceled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
/** Nothing brings a job back from these. */
export const FINAL_STATUSES: readonly JobStatus[] = ['complete', 'canceled'];

/**
 * `pending`: not all predecessors have settled. `ready`: about to run. `running`: an iteration is with a
 * worker or a person. `waiting`: the engine waits for time, children or events. `done`: its current
 * iteration has finished. `dead`: no way leads to it any more.
 */
export type TaskPhase = 'pending' | 'ready' | 'running' | 'waiting' | 'done' | 'dead';

/** Where a task stands. */
export interface TaskState {
  readonly phase: TaskPhase;
  /** How the current iteration ended; null until then, and where the whole job was canceled before. */
  readonly finish: FinishState | null;
  /** Iterations that it has had; the current one bears this number. */
  readonly iterations: number;
  /** Rises whenever the task is reset; whatever comes for an older one comes too late. */
  readonly generation: number;
  /** Times that its retry settings have run it again, in a row. */
  readonly tries: number;
  /** Whether what its current iteration reads is secret: then what it makes is. */
  readonly secret: boolean;
}

/** How far a forEach is. */
export interface LoopState {
  /** Index of the current element. */
  readonly index: number;
  readonly length: number;
  readonly items: ValueRef;
}

/** How far a childJob is. */
export interface ChildrenState {
  /** Children that there will be in all; 1 without a loop. */
  readonly length: number;
  /** Index of the next one to start. */
  readonly next: number;
  /** Those that are under way: index -> id of the job. */
  readonly live: Readonly<Record<string, string>>;
  /** Indexes of those that were canceled or could not start. */
  readonly failed: readonly number[];
  /** Why the first of them failed; null as long as none has. */
  readonly failure: string | null;
  /** Name of the workflow that all of them run. */
  readonly workflow: string;
  /** The transformation that makes the variables of each from its element; null for none. */
  readonly transformation: string | null;
  readonly sequential: boolean;
  readonly isLoop: boolean;
  /** Variables as far as they are the same for all; the keys of an element stand above them. */
  readonly variables: ValueRefs;
  /** The elements of the loop; null without one. */
  readonly items: ValueRef | null;
}

/** Something that happens at a time, if nothing comes before. */
export interface JobTimer {
  readonly kind: 'delay' | 'retry' | 'reattempt' | 'stub' | 'listener' | 'job-sla' | 'task-sla';
  /** Place of the task; null for the job's own. */
  readonly task: number | null;
  readonly generation: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** How the task ends when it fires, with its output or error; absent for what ends no task. */
  readonly ends?: { readonly finish: FinishState; readonly value: ValueRef | null };
}

/** How often something was reverted without a wait. */
export interface RevertCount {
  readonly count: number;
  /** Epoch milliseconds of the last one. */
  readonly at: number;
}

/** As the interface shows it in a job. */
export interface JobError {
  readonly task: string;
  readonly message: string;
  /** Epoch milliseconds. */
  readonly timestamp: number;
}

/** Everything that decides what a job does next. Immutable: a step makes a new one. */
export interface JobState {
  readonly status: JobStatus;
  /** By place in the plan. */
  readonly tasks: readonly TaskState[];
  readonly variables: ValueRefs;
  /** What the latest iteration of each task put out, by place in the plan. */
  readonly outputs: Readonly<Record<number, ValueRefs>>;
  readonly loops: Readonly<Record<number, LoopState>>;
  readonly children: Readonly<Record<number, ChildrenState>>;
  /** Tries of `reattempt` tasks by their attempt id; they survive reverts. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly timers: readonly JobTimer[];
  readonly errors: readonly JobError[];
  readonly description: string;
  /**
   * Reverts since the job last waited for anything: what caps a circle that never waits. By the place of
   * the loop whose body they happen in, -1 outside of loops: each element of a loop begins anew.
   */
  readonly reverts: Readonly<Record<number, RevertCount>>;
  /** Place of the task that finished last. */
  readonly lastFinished: number | null;
  /** Inline tasks are ready that this step had no fuel for: the job must be woken at once. */
  readonly hasMore: boolean;
  /** Epoch milliseconds; null until it ends for good. */
  readonly endedAt: number | null;
  /** By id, tasks that have run and that the workflow has no more since an upgrade; absent for none. */
  readonly former?: Readonly<Record<string, Pick<TaskState, 'iterations' | 'generation'>>>;
}
