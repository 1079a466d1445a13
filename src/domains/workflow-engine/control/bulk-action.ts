import { invalidInput } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { type FinishState } from '../../../cores/engine/finish-state.js';
import { type EngineEvent } from '../../../cores/engine/step.js';
import { type JobStatus } from '../../../cores/engine/job-state.js';

/** What can be done with many jobs at once. */
export const BULK_ACTIONS = [
  'pause',
  'resume',
  'cancel',
  'continue',
  'revert',
  'retry',
  'skip',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** An action, with the task that it is about where it is about one. */
export interface JobAction {
  readonly action: BulkAction;
  readonly task: string | undefined;
  readonly finishState: FinishState | undefined;
}

/** Actions that cannot be understood without a task. */
const NEEDS_TASK: ReadonlySet<BulkAction> = new Set(['continue', 'revert', 'skip']);

/** @throws AppError `invalid-input` for an action that is about a task which nobody has named. */
export function assertActionable({ action, task }: JobAction): void {
  if (task !== undefined || !NEEDS_TASK.has(action)) return;
  throw invalidInput([{ pointer: '#/task', detail: 'is needed for continue, revert and skip' }]);
}

/** The event that an action is to a job. */
export function eventOf({ action, task, finishState }: JobAction): EngineEvent {
  if (action === 'pause' || action === 'resume' || action === 'cancel') return { kind: action };
  if (action === 'retry' && task === undefined) return { kind: 'retry-failed' };
  invariant(task !== undefined, `a task to ${action} is named`);
  return eventAt(action, task, finishState ?? 'success');
}

function eventAt(
  action: Exclude<BulkAction, 'pause' | 'resume' | 'cancel'>,
  task: string,
  finish: FinishState,
): EngineEvent {
  switch (action) {
    case 'continue':
    case 'retry':
      return { kind: action, task };
    case 'revert':
      return { kind: action, to: task };
    case 'skip':
      return { kind: action, task, finish };
  }
}

/** What can become of one of many jobs. */
export const ITEM_OUTCOMES = ['applied', 'unchanged', 'refused', 'absent'] as const;
export type ItemOutcomeKind = (typeof ITEM_OUTCOMES)[number];

/** What became of a job that is one of many. */
export interface ItemOutcome {
  readonly id: string;
  readonly kind: ItemOutcomeKind;
  /** Null for one that is not there, or that the caller may not see. */
  readonly status: JobStatus | null;
  /** Why it was refused; empty otherwise. */
  readonly code: string;
  readonly message: string;
}

/** How many came to what. */
export type OutcomeTally = Readonly<Record<ItemOutcomeKind, number>>;

export function tallyOf(outcomes: readonly Pick<ItemOutcome, 'kind'>[]): OutcomeTally {
  const tally: Record<ItemOutcomeKind, number> = {
    applied: 0,
    unchanged: 0,
    refused: 0,
    absent: 0,
  };
  for (const { kind } of outcomes) tally[kind] += 1;
  return tally;
}
