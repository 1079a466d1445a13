import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { removeInPortions } from '../../../platform/database/remove-in-portions.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { DELIVERY_INDEXES as INDEXES, DELIVERY_MODEL, DELIVERY_ORDER } from './delivery.schema.js';
import { type DeliveryState, type StoredDelivery } from './webhook.js';

/** What came of an attempt. */
export type AttemptOutcome = Pick<
  StoredDelivery,
  'state' | 'due' | 'status' | 'detail' | 'finished'
>;

/** Events on their way to webhooks, over all nodes. */
@Injectable()
export class DeliveriesRepository {
  constructor(@InjectModel(DELIVERY_MODEL) private readonly deliveries: Model<StoredDelivery>) {}

  /** Adds those that are not there yet: an event may be told twice. */
  async add(deliveries: readonly StoredDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    try {
      await this.collection.insertMany([...deliveries], { ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /**
   * Takes the one that is overdue longest, but none of these webhooks. Until `leased` no other node takes it; a node that dies over it
   * leaves it to another one.
   */
  async take(now: Date, leased: Date, without: readonly string[]): Promise<StoredDelivery | null> {
    return this.deliveries
      .findOneAndUpdate(
        {
          state: 'waiting',
          due: trusted({ $lte: now }),
          ...(without.length > 0 && { webhook: trusted({ $nin: without }) }),
        },
        { $set: { due: leased }, $inc: { attempts: 1 } },
        { sort: { due: 1 }, returnDocument: 'after', hint: INDEXES.due },
      )
      .lean<StoredDelivery>();
  }

  /** Keeps what came of an attempt, unless another one has begun. */
  async note({ _id, attempts }: StoredDelivery, outcome: AttemptOutcome): Promise<void> {
    await this.deliveries.updateOne({ _id, attempts, state: 'waiting' }, { $set: outcome });
  }

  /** Whatever waits for this receiver waits until then. */
  async postpone(webhook: string, until: Date): Promise<void> {
    await this.deliveries.updateMany(
      { webhook, state: 'waiting', due: trusted({ $lt: until }) },
      { $set: { due: until } },
      { hint: INDEXES.waiting },
    );
  }

  /** A part of the deliveries to a webhook, newest first. */
  async list(
    webhook: string,
    state: DeliveryState | undefined,
    { skip, limit }: PageRequest,
  ): Promise<Page<StoredDelivery>> {
    const conditions = { webhook, ...(state && { state }) };
    const hint = state ? INDEXES.listOfState : INDEXES.list;
    const [items, total] = await Promise.all([
      this.deliveries
        .find(conditions)
        .hint(hint)
        .sort(DELIVERY_ORDER)
        .skip(skip)
        .limit(limit)
        .lean<StoredDelivery[]>(),
      this.deliveries.countDocuments(conditions).hint(hint),
    ]);
    return { items, total };
  }

  async find(webhook: string, _id: string): Promise<StoredDelivery | null> {
    return this.deliveries.findOne({ _id, webhook }).lean<StoredDelivery>();
  }

  /** Sends a finished one again. @returns it, or null when it is not finished. */
  async restart(webhook: string, _id: string, due: Date): Promise<StoredDelivery | null> {
    return this.deliveries
      .findOneAndUpdate(
        { _id, webhook, state: trusted({ $ne: 'waiting' }) },
        { $set: { state: 'waiting', attempts: 0, due, finished: null } },
        { returnDocument: 'after' },
      )
      .lean<StoredDelivery>();
  }

  /** Forgets deliveries to a webhook that is gone. */
  async removeAll(webhook: string): Promise<void> {
    await removeInPortions(this.collection, { filter: { webhook }, hint: INDEXES.list });
  }

  /** Forgets deliveries of events before that time. */
  async removeBefore(time: Date, signal?: AbortSignal): Promise<void> {
    const filter = { created: { $lt: time } };
    await removeInPortions(this.collection, { filter, hint: INDEXES.created, signal });
  }

  /** Forgets all but the newest deliveries to a webhook, however many there are. */
  async trim(webhook: string, keep: number, signal?: AbortSignal): Promise<void> {
    const first = await this.collection.findOne(
      { webhook },
      { projection: { created: 1 }, hint: INDEXES.list, sort: DELIVERY_ORDER, skip: keep },
    );
    if (!first) return;
    const filter = { webhook, created: { $lte: first.created } };
    await removeInPortions(this.collection, { filter, hint: INDEXES.list, signal });
  }

  /** The driver's own collection. */
  private get collection(): mongo.Collection<StoredDelivery> {
    return this.deliveries.collection as unknown as mongo.Collection<StoredDelivery>;
  }
}
