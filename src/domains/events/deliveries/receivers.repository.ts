import {
  type NamedDocument,
  NamedDocumentsRepository,
} from '../../../platform/database/named-documents.repository.js';
import { fromNow } from '../../../platform/work/database-time.js';
import { type ReceiverHealth, type ReceiverState } from './receivers.js';

/** A receiver as it is stored, beside what it is called by. */
export type StoredReceiver = ReceiverState & NamedDocument;

/** What those who keep receivers in a collection have in common. */
export class ReceiversRepository<T extends StoredReceiver> extends NamedDocumentsRepository<T> {
  async ids(): Promise<readonly string[]> {
    const found = await this.model.find({}, { _id: 1 }).lean<Pick<StoredReceiver, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  /** As `ReceiverKind.noteHealth`; by the clock of the database, as every node plans deliveries by it. */
  async noteHealth(
    _id: string,
    revision: number,
    { failingSince, failures, pausedMs }: ReceiverHealth,
  ): Promise<void> {
    const pausedUntil = pausedMs === null ? null : fromNow(pausedMs);
    await this.model.collection.updateOne({ _id: _id as never, revision }, [
      { $set: { failingSince, failures, pausedUntil } },
    ]);
  }

  /** As `ReceiverKind.disable`. */
  async disable(_id: string, revision: number, disabledReason: string): Promise<boolean> {
    const { matchedCount } = await this.model.collection.updateOne(
      { _id: _id as never, revision, enabled: true },
      { $set: { enabled: false, disabledReason, revision: revision + 1 } },
    );
    return matchedCount === 1;
  }
}
