import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type ChangeKind, type StoredChange } from './service-change.js';
import { SERVICE_CHANGE_MODEL } from './service-change.schema.js';

/** Which part of the changes a list shows. */
export interface ChangeList extends PageRequest {
  readonly kind?: ChangeKind | undefined;
}

/** Requests that saved or deleted instances. */
@Injectable()
export class ServiceChangesRepository {
  constructor(@InjectModel(SERVICE_CHANGE_MODEL) private readonly changes: Model<StoredChange>) {}

  /** @returns false when the request was made before. */
  async insert(change: StoredChange): Promise<boolean> {
    const collection = this.changes.collection as unknown as mongo.Collection<StoredChange>;
    try {
      await collection.insertOne(change);
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

  async list({ kind, skip, limit }: ChangeList): Promise<Page<StoredChange>> {
    const conditions = kind === undefined ? {} : { kind };
    const hint = kind === undefined ? 'list' : 'list_kind';
    const [items, total] = await Promise.all([
      this.changes
        .find(conditions)
        .sort({ created: -1, _id: -1 })
        .skip(skip)
        .limit(limit)
        .hint(hint)
        .lean<StoredChange[]>(),
      this.changes.countDocuments(conditions).hint(hint),
    ]);
    return { items, total };
  }

  /** The request may be made again as if it never was. */
  async forgetRequest(_id: string): Promise<void> {
    await this.changes.updateOne({ _id }, { $unset: { requestKey: 1 } });
  }

  /** @returns false when somebody else is at it by now. */
  async extendLease(_id: string, attempt: string, leaseUntil: Date): Promise<boolean> {
    const { matchedCount } = await this.changes.updateOne(
      { _id, attempt, state: 'running' },
      { $set: { leaseUntil } },
    );
    return matchedCount === 1;
  }

  /** Takes a running one whose lease is over. */
  async take(now: Date, attempt: string, leaseUntil: Date): Promise<StoredChange | null> {
    return this.changes
      .findOneAndUpdate(
        { state: 'running', leaseUntil: trusted({ $lte: now }) },
        { $set: { attempt, leaseUntil } },
        { sort: { leaseUntil: 1 }, returnDocument: 'after' },
      )
      .lean<StoredChange>();
  }

  /** Takes this one if its lease is over. */
  async takeOver(
    { _id, attempt: former }: StoredChange,
    now: Date,
    attempt: string,
  ): Promise<boolean> {
    const { matchedCount } = await this.changes.updateOne(
      { _id, attempt: former, state: 'running', leaseUntil: trusted({ $lte: now }) },
      { $set: { attempt, leaseUntil: new Date(now.getTime() + 30_000) } },
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
