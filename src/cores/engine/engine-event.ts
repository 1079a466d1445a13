import { type TaskOutcome } from './commands.js';
import { type FinishState } from './finish-state.js';

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
  /** In a test run, a mock stands in for a childJob whose workflow is absent. */
  | {
      readonly kind: 'stood-in';
      readonly task: string;
      readonly iteration: string;
      readonly outcome: TaskOutcome;
    }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  /** The job was moved to another version of its workflow (`upgradeOf`). */
  | { readonly kind: 'upgraded' }
  /** Goes on from the finish state of the task's last iteration (operation 20). */
  | { readonly kind: 'continue'; readonly task: string }
  /** Does everything from a task on again. */
  | { readonly kind: 'revert'; readonly to: string }
  /** Runs a task that ended in error again. */
  | { readonly kind: 'retry'; readonly task: string }
  /** Runs all tasks again that ended in error which nothing has taken up. */
  | { readonly kind: 'retry-failed' }
  /** Takes a task as finished in this state, without running it. */
  | { readonly kind: 'skip'; readonly task: string; readonly finish: FinishState };
