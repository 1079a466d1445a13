import { type OperationId } from '#api/operations/operations.js';
import { type JsonObject } from '#kernel/json.js';

/** A call that was planned and waits for its confirmation. */
export interface PlannedCall {
  readonly operation: OperationId;
  /** Parts of its path, by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** What it is done to, for the person who confirms it. */
  readonly about: string;
  /** What would change. */
  readonly shown: string;
}

/** A planned call as it is stored: sealed, because lines and documents hold secrets. */
export interface StoredPlan {
  /** Keyed hash of the account, the call and what it rests on. */
  readonly _id: string;
  /** Id of the account that planned it: nobody else applies it. */
  readonly account: string;
  readonly sealed: string;
  /** Told when it is to be confirmed. */
  readonly code: string;
  readonly expires: Date;
}
