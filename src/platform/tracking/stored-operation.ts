import { fromStored, type StoredDocument } from '../database/storable.js';
import { type OperationFailure, type TrackedOperation } from './tracked-operation.js';

/** An operation as the database has it. */
export interface StoredOperation extends Omit<TrackedOperation, 'failure' | 'result'> {
  /** When its node last said that it goes on; absent once it has ended. */
  readonly beat?: Date;
  readonly failure: StoredDocument | null;
  /** Lists leave it out. */
  readonly result?: StoredDocument | null;
}

/** The operation that is stored; of a list, what it shows of it. */
export function toTracked({ beat: _, ...stored }: StoredOperation): TrackedOperation {
  const { failure, result = null, ...rest } = stored;
  return {
    ...rest,
    failure: failure === null ? null : (fromStored(failure) as unknown as OperationFailure),
    result: result === null ? null : fromStored(result),
  };
}
