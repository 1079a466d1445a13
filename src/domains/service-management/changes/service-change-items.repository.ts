import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { type PageRequest } from '../../../kernel/page.js';
import {
  ITEM_OUTCOMES,
  type ItemResult,
  type OutcomeCounts,
  type StoredChangeItem,
} from './service-change.js';
import { SERVICE_CHANGE_ITEM_MODEL } from './service-change.schema.js';

/** The instances of each request, and what became of them. */
@Injectable()
export class ServiceChangeItemsRepository {
  constructor(
    @InjectModel(SERVICE_CHANGE_ITEM_MODEL) private readonly items: Model<StoredChangeItem>,
  ) {}

  async add(items: readonly StoredChangeItem[]): Promise<void> {
    const collection = this.items.collection as unknown as mongo.Collection<StoredChangeItem>;
    await collection.insertMany([...items], { ordered: true });
  }

  /** Those of a change in order. */
  async list(changeId: string, { skip, limit }: PageRequest): Promise<readonly StoredChangeItem[]> {
    return this.items
      .find({ changeId })
      .sort({ position: 1 })
      .skip(skip)
      .limit(limit)
      .hint('items')
      .lean<StoredChangeItem[]>();
  }

  /** Says, before anything is sent, that it will be. */
  async noteSent(ids: readonly string[]): Promise<void> {
    await this.items.updateMany({ _id: trusted({ $in: [...ids] }) }, { $set: { isSent: true } });
  }

  /** Keeps what became of an item; what is known already stays. */
  async noteResult(_id: string, result: ItemResult): Promise<void> {
    await this.items.updateOne({ _id, outcome: null }, { $set: result });
  }

  /** Gives every item that has none an outcome: unknown if it was sent. */
  async settleSent(changeId: string, result: ItemResult): Promise<void> {
    await this.items.updateMany({ changeId, isSent: true, outcome: null }, { $set: result });
  }

  /** Gives every item an outcome that has none. */
  async settleRest(changeId: string, result: ItemResult): Promise<void> {
    await this.items.updateMany({ changeId, outcome: null }, { $set: result });
  }

  /** How many items of a change came to what. */
  async count(changeId: string): Promise<OutcomeCounts> {
    const rows = await this.items.aggregate<{ _id: string | null; count: number }>([
      { $match: { changeId } },
      { $group: { _id: '$outcome', count: { $sum: 1 } } },
    ]);
    const of = (outcome: string): number => rows.find(({ _id }) => _id === outcome)?.count ?? 0;
    // Every outcome is named.
    return Object.fromEntries(
      ITEM_OUTCOMES.map((outcome) => [outcome, of(outcome)]),
    ) as unknown as OutcomeCounts;
  }
}
