import { type FinishState } from './finish-state.js';
import { type HeldValue, type HeldValues } from './held-value.js';

/** `error` can be resumed; `complete` and `canceled` are final. */
export const JOB_STATUSES = ['running', 'paused', 'error', 'complete', 'canceled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/**
 * `pending`: not all predecessors have settled. `ready`: about to run. `running`: an iteration is with a
 * worker or a person. `waiting`: the engine waits for time, children or events. `done`: its current
 * iteration has finished. `dead`: no way leads to it any more.
 */
export type TaskPhase = 'pending' | 'ready' | 'running' | 'waiting' | 'done' | 'dead';

/** Where a task stands. */
export interface TaskState {
  readonly phase: TaskPhase;
  /** How the current iteration ended; null until then. */
  readonly finish: FinishState | null;
  /** Iterations that it has had; the current one bears this number. */
  readonly iterations: number;
  /** Rises whenever the task is reset; whatever comes for an older one comes too late. */
  readonly generation: number;
  /** Tries of the current iteration by its own retry settings. */
  readonly tries: number;
}

/** How far a forEach is. */
export interface LoopState {
  /** Index of the current element. */
  readonly index: number;
  readonly length: number;
  readonly items: HeldValue;
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
  readonly sequential: boolean;
  readonly isLoop: boolean;
  /** Variables of each, by index, as far as they are the same for all; elements come from `items`. */
  readonly variables: HeldValue;
  /** The elements of the loop; null without one. */
  readonly items: HeldValue | null;
}

/** Something that happens at a time, if nothing comes before. */
export interface JobTimer {
  readonly kind: 'delay' | 'retry' | 'reattempt' | 'stub' | 'listener' | 'job-sla' | 'task-sla';
  /** Place of the task; null for the job's own. */
  readonly task: number | null;
  readonly generation: number;
  /** Epoch milliseconds. */
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
  readonly variables: HeldValues;
  /** What the latest iteration of each task put out, by place in the plan. */
  readonly outputs: Readonly<Record<number, HeldValues>>;
  readonly loops: Readonly<Record<number, LoopState>>;
  readonly children: Readonly<Record<number, ChildrenState>>;
  /** Tries of `reattempt` tasks by their attempt id; they survive reverts. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly timers: readonly JobTimer[];
  readonly errors: readonly JobError[];
  readonly description: string;
  /** Reverts since the job last waited for anything: what caps a circle that never waits. */
  readonly reverts: number;
  /** Place of the task that finished last. */
  readonly lastFinished: number | null;
  /** Inline tasks are ready that this step had no fuel for: the job must be woken at once. */
  readonly hasMore: boolean;
  /** Epoch milliseconds; null until it ends for good. */
  readonly endedAt: number | null;
}
