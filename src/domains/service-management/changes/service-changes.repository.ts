import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { namesValuesOf, type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { fromNow, insertedWith, isDue } from '../../../platform/database/database-time.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type StoredChange } from './service-change.js';
import { SERVICE_CHANGE_MODEL } from './service-change.schema.js';

/** A node that has not moved its lease on for this long is gone. */
export const LEASE_MS = 30_000;
const LEASE = { state: 1, leaseUntil: 1 } as const;

/** Requests that saved or deleted instances. The database's clock says whose lease is over. */
@Injectable()
export class ServiceChangesRepository {
  constructor(@InjectModel(SERVICE_CHANGE_MODEL) private readonly changes: Model<StoredChange>) {}

  private get collection(): mongo.Collection<StoredChange> {
    return this.changes.collection as unknown as mongo.Collection<StoredChange>;
  }

  /**
   * Whoever stores a change has its lease; one in the background belongs to whoever takes it first.
   * @returns false when the request was made before.
   */
  async insert(change: StoredChange): Promise<boolean> {
    const leaseUntil = fromNow(change.isBackground ? 0 : LEASE_MS);
    try {
      await this.collection.updateOne({ _id: change._id }, insertedWith(change, { leaseUntil }), {
        upsert: true,
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(_id: string): Promise<StoredChange | null> {
    return this.changes.findById(_id).lean<StoredChange>();
  }

  async findByRequest(requestKey: string): Promise<StoredChange | null> {
    return this.changes.findOne({ requestKey }).lean<StoredChange>();
  }

  /** A part of the changes, by time. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<StoredChange>> {
    const hint = namesValuesOf(filter, 'kind') ? 'list_kind' : 'list';
    const sort = sortBy(['created', '_id'], order);
    return findPage(this.changes, filter, part, { sort, hint });
  }

  /** The request may be made again as if it never was. */
  async forgetRequest(_id: string): Promise<void> {
    await this.changes.updateOne({ _id }, { $unset: { requestKey: 1 } });
  }

  /** @returns false when somebody else is at it by now. */
  async extendLease(_id: string, attempt: string): Promise<boolean> {
    return this.lease(_id, attempt, LEASE_MS);
  }

  /** Leaves it to whoever takes it next. */
  async endLease(_id: string, attempt: string): Promise<void> {
    await this.lease(_id, attempt, 0);
  }

  private async lease(_id: string, attempt: string, ms: number): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne({ _id, attempt, state: 'running' }, [
      { $set: { leaseUntil: fromNow(ms) } },
    ]);
    return matchedCount === 1;
  }

  /** Takes a running one whose lease is over. */
  async take(attempt: string): Promise<StoredChange | null> {
    return this.collection.findOneAndUpdate(
      { state: 'running', ...isDue('leaseUntil') },
      takenBy(attempt),
      { sort: { leaseUntil: 1 }, hint: LEASE, returnDocument: 'after' },
    );
  }

  /** Takes this one if its lease is over. */
  async takeOver({ _id, attempt: former }: StoredChange, attempt: string): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(
      { _id, attempt: former, state: 'running', ...isDue('leaseUntil') },
      takenBy(attempt),
    );
    return matchedCount === 1;
  }

  /** @returns false when somebody else has ended it. */
  async end(
    _id: string,
    attempt: string,
    state: 'finished' | 'interrupted',
    finished: Date,
  ): Promise<boolean> {
    const { matchedCount } = await this.changes.updateOne(
      { _id, attempt, state: 'running' },
      { $set: { state, finished } },
    );
    return matchedCount === 1;
  }
}

function takenBy(attempt: string): mongo.Document[] {
  return [{ $set: { attempt: { $literal: attempt }, leaseUntil: fromNow(LEASE_MS) } }];
}
