import { type ErrorKind, type Fault } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';

/** What takes longer than a request. */
export const OPERATION_KINDS = ['install', 'rollback', 'uninstall', 'refresh', 'import'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/**
 * Where an operation stands. `queued`: this node does others first; `interrupted`: its node went away
 * over it, and nobody goes on.
 */
export const OPERATION_STATES = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'interrupted',
] as const;
export type OperationState = (typeof OPERATION_STATES)[number];
/** How an operation can end. */
export type EndState = Exclude<OperationState, 'queued' | 'running'>;

/** How far an operation is. */
export interface OperationFigures {
  readonly done: number;
  /** Null as long as nobody knows. */
  readonly total: number | null;
  /** What is being done, in words; empty before the first. */
  readonly step: string;
}

/** Why an operation failed, as a caller who waited for it would have been told. */
export interface OperationFailure {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly Fault[];
  readonly current: JsonObject | null;
}

/** What somebody has the platform do. */
export interface OperationAbout {
  readonly kind: OperationKind;
  /** What it is done to, in words that everybody may read who may follow it: the name of a package. */
  readonly subject: string;
  /** Whether it can be cancelled when it begins; `OperationProgress.decide` ends that. */
  readonly isCancellable: boolean;
}

/** An operation as it is kept: while it goes on, and for a while after it. */
export interface TrackedOperation extends OperationAbout {
  readonly _id: string;
  /** Rises with every change that followers see. */
  readonly rev: number;
  readonly state: OperationState;
  /** Somebody has asked to cancel it. */
  readonly isCancelAsked: boolean;
  readonly progress: OperationFigures;
  /** Who started it; both null for the platform itself. */
  readonly accountId: string | null;
  readonly username: string | null;
  /** The request that started it; null outside requests. */
  readonly requestId: string | null;
  /** The node that does it. */
  readonly node: string;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly failure: OperationFailure | null;
  /** What it answered; null before it has ended, and where it answers nothing. */
  readonly result: JsonObject | null;
}

/** Whether nothing will happen to it any more. */
export function hasEnded({ state }: Pick<TrackedOperation, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}
