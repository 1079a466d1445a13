import { type TaskOutcome } from './commands.js';
import { type PureTaskLookup } from './pure-task.js';

/** Bounds of a step and of a job. */
export interface EngineLimits {
  /** Inline tasks in one step; what is left runs in the next. */
  readonly tasksPerStep: number;
  /** Reverts without a wait between them, before the job ends in error. */
  readonly reverts: number;
  /** Children of one loop that run at a time. */
  readonly liveChildren: number;
  /** Elements of one loop. */
  readonly loopLength: number;
  /** What one task may spend of what interpreters count, before it ends in error: some seconds of a processor. */
  readonly fuelPerTask: number;
}

/** The bounds that jobs have unless they are told others (ADR 0157). */
export const ENGINE_LIMITS: EngineLimits = {
  tasksPerStep: 200,
  reverts: 1000,
  liveChildren: 50,
  loopLength: 10_000,
  fuelPerTask: 10_000_000,
};

/** What values of a job may have when nothing large can be stored any more. */
export interface ValueBound {
  readonly bytesMax: number;
  /** Why, in words for the task that ends in error by it. */
  readonly refusal: string;
}

/** How a test run answers the run of a task with this number, from 1; undefined where it has no mock for it. */
export type MockLookup = (task: string, number: number) => TaskOutcome | undefined;

/** What a step is told of the world. */
export interface StepContext {
  readonly jobId: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly tasks: PureTaskLookup;
  readonly limits: EngineLimits;
  /** Mocks of a test run; absent in a real run. */
  readonly mocks?: MockLookup | undefined;
  /** Absent as long as there is room for whatever the job makes. */
  readonly valueBound?: ValueBound | undefined;
}
