import { type Command } from './commands.js';
import { type JobState } from './job-state.js';

/** What came of a step. */
export type StepResult =
  | { readonly kind: 'applied'; readonly state: JobState; readonly commands: readonly Command[] }
  /** The event changes nothing: it came twice, too late, or for somebody else. */
  | { readonly kind: 'ignored' }
  /** Somebody asked for what the job does not allow now. */
  | {
      readonly kind: 'refused';
      readonly code:
        | 'wrong-state'
        | 'unknown-task'
        | 'not-finished'
        | 'not-failed'
        | 'still-active'
        | 'not-upgradable';
      readonly message: string;
    };
