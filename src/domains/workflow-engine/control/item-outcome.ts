import { type JobStatus } from '../../../cores/engine/job-state.js';

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
