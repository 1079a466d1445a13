import { type GuardedRecord } from '../../../kernel/gbac.js';

/**
 * `running`: being pushed; `done`: taken and saved; `refused`: the device did not take a line, or the
 * whole; `interrupted`: nobody knows what became of it.
 */
export const CHANGE_OUTCOMES = ['running', 'done', 'refused', 'interrupted'] as const;
export type ChangeOutcome = (typeof CHANGE_OUTCOMES)[number];

/** How a diff was made. */
export const CHANGE_COMPARERS = ['device', 'prediction'] as const;
export type ChangeComparer = (typeof CHANGE_COMPARERS)[number];

/** What is said of a change when it ends; texts are masked. */
export interface ChangeEnd {
  readonly outcome: ChangeOutcome;
  /** Which of `sent` the device refused, from 0; null where none, or all of it. */
  readonly refusedLine: number | null;
  /** Lines before the refused one are active, and not saved. */
  readonly isPartlyActive: boolean;
  /** What the device said to it, or why nobody knows; null where all is well. */
  readonly detail: string | null;
  /** What the configuration became by it; null where it could not be read again. */
  readonly result: string | null;
  /** Lines that take it back; null where none are known. */
  readonly reverse: readonly string[] | null;
  readonly afterBackupId: string | null;
}

/** A change that was pushed to a device, as it is stored. No secret stands in it. */
export interface StoredDeviceChange extends GuardedRecord, ChangeEnd {
  readonly _id: string;
  readonly deviceId: string;
  /** Name of the device when it was changed. */
  readonly name: string;
  readonly type: string;
  readonly comment: string;
  /** The backup that was restored; null for lines that were given. */
  readonly restoredBackupId: string | null;
  readonly sent: readonly string[];
  /** What was expected to become of the configuration. */
  readonly diff: string;
  readonly comparedBy: ChangeComparer;
  readonly warnings: readonly string[];
  readonly beforeBackupId: string;
  readonly started: Date;
  readonly finished: Date | null;
  readonly startedBy: string;
  /** Renewed while it is pushed; what is over belongs to a node that died. */
  readonly leaseUntil: Date;
}
