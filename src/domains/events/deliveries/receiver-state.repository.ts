import { type Model } from 'mongoose';
import { fromNow } from '../../../platform/work/database-time.js';
import { type ReceiverHealth, type ReceiverState } from './receivers.js';

/** `ReceiverKind.noteHealth`, for those who keep receivers in a collection. */
export async function noteHealth<T extends ReceiverState>(
  receivers: Model<T>,
  { _id, revision }: Pick<ReceiverState, '_id' | 'revision'>,
  { failingSince, failures, pausedMs }: ReceiverHealth,
): Promise<void> {
  // By the clock of the database: every node plans deliveries by it.
  const pausedUntil = pausedMs === null ? null : fromNow(pausedMs);
  await receivers.collection.updateOne({ _id: _id as never, revision }, [
    { $set: { failingSince, failures, pausedUntil } },
  ]);
}

/** `ReceiverKind.disable`, for the same. */
export async function disable<T extends ReceiverState>(
  receivers: Model<T>,
  { _id, revision }: Pick<ReceiverState, '_id' | 'revision'>,
  disabledReason: string,
): Promise<boolean> {
  const { matchedCount } = await receivers.collection.updateOne(
    { _id: _id as never, revision, enabled: true },
    { $set: { enabled: false, disabledReason, revision: revision + 1 } },
  );
  return matchedCount === 1;
}
