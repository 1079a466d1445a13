import { type Command, type TaskOutcome } from './commands.js';
import { type FinishState } from './finish-state.js';
import { type HeldValues } from './held-value.js';
import { type JobState } from './job-state.js';
import { type Plan } from './plan.js';
import { type Given, type PureTaskLookup, type Want } from './pure-task.js';

/** Something that happens to a job. */
export type EngineEvent =
  | { readonly kind: 'start' }
  /** Time has passed, or an earlier step has left something: all timers that are due fire. */
  | { readonly kind: 'wake' }
  /** An iteration has ended: with a worker, a person, or the listener that it waited with. */
  | {
      readonly kind: 'finished';
      readonly task: string;
      readonly iteration: string;
      readonly outcome: TaskOutcome;
    }
  /** A child has ended for good, or could not be started (`refused`, with why). */
  | {
      readonly kind: 'child';
      readonly task: string;
      readonly iteration: string;
      readonly index: number;
      readonly status: 'complete' | 'canceled' | 'refused';
      readonly message?: string;
    }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  /** Goes on from the finish state of the task's last iteration (operation 20). */
  | { readonly kind: 'continue'; readonly task: string }
  /** Does everything from a task on again. */
  | { readonly kind: 'revert'; readonly to: string }
  /** Runs a task that ended in error again. */
  | { readonly kind: 'retry'; readonly task: string }
  /** Takes a task as finished in this state, without running it. */
  | { readonly kind: 'skip'; readonly task: string; readonly finish: FinishState };

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
}

export const ENGINE_LIMITS: EngineLimits = {
  tasksPerStep: 200,
  reverts: 1000,
  liveChildren: 50,
  loopLength: 10_000,
};

export interface StepSurroundings {
  readonly jobId: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly tasks: PureTaskLookup;
  readonly limits: EngineLimits;
}

/** What came of a step. */
export type StepResult =
  | { readonly kind: 'applied'; readonly state: JobState; readonly commands: readonly Command[] }
  /** The event changes nothing: it came twice, too late, or for somebody else. */
  | { readonly kind: 'ignored' }
  /** Somebody asked for what the job does not allow now. */
  | {
      readonly kind: 'refused';
      readonly code: 'wrong-state' | 'unknown-task' | 'not-finished' | 'still-active';
      readonly message: string;
    };

/** A step under way: yields what it must be given, and returns what came of it. */
export type Step = Generator<readonly Want[], StepResult, Given>;

/** The state of a job before its first event. */
export declare function initialState(
  plan: Plan,
  variables: HeldValues,
  description: string,
): JobState;

/** One step of a job: a pure function of its arguments and of what it is given on the way. */
export declare function step(
  plan: Plan,
  state: JobState,
  event: EngineEvent,
  surroundings: StepSurroundings,
): Step;
