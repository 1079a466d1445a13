import { type mongo } from 'mongoose';

/** So many documents go by one command, which others need not wait for long. */
const PORTION = 1000;

export interface Removal<T extends mongo.Document> {
  readonly filter: mongo.Filter<T>;
  /** The index by which they are found. */
  readonly hint: mongo.Hint;
  /** Ends the removal between two portions; the next sweep goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** Removes whatever matches, however many documents that are, a portion at a time. */
export async function removeInPortions<T extends mongo.Document>(
  collection: mongo.Collection<T>,
  { filter, hint, signal }: Removal<T>,
): Promise<void> {
  while (signal?.aborted !== true) {
    const found = await collection
      .find(filter, { projection: { _id: 1 }, hint, limit: PORTION })
      .toArray();
    if (found.length === 0) return;
    const ids = found.map(({ _id }) => _id);
    await collection.deleteMany({ _id: { $in: ids } } as mongo.Filter<T>, { hint: '_id_' });
    if (found.length < PORTION) return;
  }
}
