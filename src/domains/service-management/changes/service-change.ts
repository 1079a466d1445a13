import { type Northbound } from '../restconf/commit-query.js';

/** What was asked for. */
export const CHANGE_KINDS = ['save', 'dry-run', 'delete'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How far it has come; `interrupted`: its node was stopped, and nobody goes on with it. */
export const CHANGE_STATES = ['running', 'finished', 'interrupted'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/**
 * What became of an item. `unknown`: it was sent, and no answer says whether it was done. `not-sent`: it
 * was left out because of one before it, or because the work was stopped.
 */
export const ITEM_OUTCOMES = ['succeeded', 'failed', 'unknown', 'not-sent'] as const;
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

/** What an item did to its orchestrator; `stored`: it was kept here, and no network was touched. */
export const ITEM_ACTIONS = ['create', 'update', 'delete', 'stored'] as const;
export type ItemAction = (typeof ITEM_ACTIONS)[number];

/** Who asked, as the audit trail names them. */
export interface ChangeActor {
  readonly accountId: string;
  readonly username: string;
  readonly provenance: string;
}

/** One request to save or delete instances, and how far it has come. */
export interface StoredChange {
  readonly _id: string;
  /** What makes a repeat of the request the same one: caller and idempotency key. */
  readonly requestKey?: string;
  /** A hash of the request, so that a repeat can be told from another one. */
  readonly requestHash: string;
  readonly kind: ChangeKind;
  readonly state: ChangeState;
  /** Somebody was told to come back for it; any node goes on with it. */
  readonly isBackground: boolean;
  /** All items are one commit. */
  readonly isAtomic: boolean;
  /** Null when instances are kept here alone. */
  readonly adapterId: string | null;
  readonly adapterName: string | null;
  readonly northbound: Northbound | null;
  /** The commit options and whether models are looked for, as JSON. */
  readonly options: string;
  readonly total: number;
  readonly by: ChangeActor;
  readonly created: Date;
  readonly finished: Date | null;
  /** Who is at it; another one takes over once the lease is over. */
  readonly attempt: string;
}

/** One instance of a request, in its place. */
export interface StoredChangeItem {
  readonly _id: string;
  readonly changeId: string;
  readonly position: number;
  readonly pointer: string;
  readonly servicePath: string;
  readonly xpath: string;
  /** The leaves that were taken for its keys, none where its path names their values. */
  readonly keyLeaves: readonly string[];
  /** The instance as JSON, sealed. */
  readonly content: string;
  /** The plan that the caller has seen. */
  readonly demandedHash: string | null;
  /** Noted before it is sent: what has no outcome after that is unknown. */
  readonly isSent: boolean;
  readonly outcome: ItemOutcome | null;
  readonly action: ItemAction | null;
  readonly target: readonly string[];
  readonly error: string | null;
  readonly planHash: string | null;
  /** What a dry-run answered, compressed and sealed. */
  readonly dryrun: string | null;
  /** What would take the commit back, compressed and sealed. */
  readonly reverse: string | null;
  readonly created: Date;
}

/** What became of an item, as it is noted. */
export interface ItemResult {
  readonly outcome: ItemOutcome;
  readonly action: ItemAction | null;
  readonly target: readonly string[];
  readonly error: string | null;
  readonly planHash: string | null;
  readonly dryrun: string | null;
  readonly reverse: string | null;
}

/** How many items came to what. */
export type OutcomeCounts = Readonly<Record<ItemOutcome, number>>;

/** The id of an item: those of one change sort by their place. */
export function itemId(changeId: string, position: number): string {
  return `${changeId}:${String(position).padStart(6, '0')}`;
}

/** An item that was not done. */
export function undone(
  outcome: Exclude<ItemOutcome, 'succeeded'>,
  error: string,
  action: ItemAction | null = null,
): ItemResult {
  return { outcome, action, target: [], error, planHash: null, dryrun: null, reverse: null };
}
