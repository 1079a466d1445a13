import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { fromNow, insertedWith } from '../../../platform/work/database-time.js';
import { LeasedWork } from '../../../platform/work/leased-work.js';
import { type Leases } from '../../../platform/work/leases.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { namesValuesOf, type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { removeInPortions } from '../../../platform/database/remove-in-portions.js';
import { type Page } from '../../../kernel/page.js';
import { DELIVERY_INDEXES as INDEXES, DELIVERY_MODEL, DELIVERY_ORDER } from './delivery.schema.js';
import { type StoredDelivery } from './delivery.js';

/** Longer than any call: a node that has not told the outcome by then is gone. */
const LEASE_MS = 60_000;
/** More events than that a notification only counts. */
const BUNDLED_MAX = 50;

/** What came of an attempt. */
export interface AttemptOutcome extends Pick<
  StoredDelivery,
  'state' | 'status' | 'detail' | 'finished'
> {
  /** When it is tried again, in milliseconds from now; null for never. */
  readonly dueInMs: number | null;
}

/** One that is not stored yet. */
export interface NewDelivery {
  readonly delivery: Omit<StoredDelivery, 'due'>;
  /** Not before that time. */
  readonly notBefore: Date | null;
}

/** What is on its way to webhooks and channels, over all nodes. The database's clock says what is due. */
@Injectable()
export class DeliveriesRepository {
  private readonly leases: Leases<StoredDelivery>;

  constructor(
    @InjectModel(DELIVERY_MODEL) private readonly deliveries: Model<StoredDelivery>,
    work: LeasedWork,
  ) {
    const open = { state: 'waiting' };
    const rules = { work: 'webhook-delivery', until: 'due', open, leaseMs: LEASE_MS };
    this.leases = work.of(deliveries, rules);
  }

  /** Adds those that are not there yet: an event may be told twice. */
  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const upserts = deliveries.map(({ delivery, notBefore }) => ({
      updateOne: {
        filter: { _id: delivery._id },
        update: insertedWith(delivery, { due: { $max: ['$$NOW', notBefore] } }),
        upsert: true,
      },
    }));
    await this.collection.bulkWrite(upserts, { ordered: false });
  }

  /**
   * Adds an event to the notification of this id that waits for its time, or makes one. Doing it again changes nothing.
   * @param single id for the event alone, where that notification is under way already.
   */
  async bundle(bundle: NewDelivery, single: string): Promise<void> {
    const { _id, event } = bundle.delivery;
    const known = { $ifNull: ['$notification.events', []] };
    const hasRoom = { $lt: [{ $size: known }, BUNDLED_MAX] };
    const { matchedCount } = await this.collection.updateOne(
      { _id, state: 'waiting', attempts: 0, 'notification.events': { $ne: event } },
      [
        {
          $set: {
            'notification.events': {
              $cond: [hasRoom, { $concatArrays: [known, [event]] }, known],
            },
            'notification.more': { $add: ['$notification.more', { $cond: [hasRoom, 0, 1] }] },
          },
        },
      ],
    );
    if (matchedCount > 0) return;
    await this.add([bundle]);
    const present = await this.collection.findOne({ _id });
    if (!present || present.notification?.events.includes(event)) return;
    await this.add([{ ...bundle, delivery: { ...bundle.delivery, _id: single } }]);
  }

  /** There is one to take. */
  dueCondition(): DueCondition {
    return this.leases.dueCondition();
  }

  /**
   * Takes the one that is overdue longest, but none of these receivers. No other node takes it for a while; a node that dies over it
   * leaves it to another one.
   */
  async take(without: readonly string[]): Promise<StoredDelivery | null> {
    const where = without.length > 0 ? { webhook: { $nin: [...without] } } : {};
    const attempts = { $add: ['$attempts', 1] };
    return this.leases.take({ attempts }, { where, sort: { due: 1 }, hint: INDEXES.due });
  }

  /** Keeps what came of an attempt, unless another one has begun. */
  async note(
    { _id, attempts }: StoredDelivery,
    { dueInMs, ...outcome }: AttemptOutcome,
  ): Promise<void> {
    const due = dueInMs === null ? null : fromNow(dueInMs);
    await this.leases.finish({ _id, attempts }, [
      { $replaceWith: { $mergeObjects: ['$$ROOT', { $literal: outcome }, { due }] } },
    ]);
  }

  /** Whatever waits for this receiver waits for so long. */
  async postpone(webhook: string, ms: number): Promise<void> {
    const until = fromNow(ms);
    await this.collection.updateMany(
      { webhook, state: 'waiting', due: { $type: 'date' }, $expr: { $lt: ['$due', until] } },
      [{ $set: { due: until } }],
      { hint: INDEXES.waiting },
    );
  }

  /** A part of the deliveries to a receiver, by time. */
  async list(
    webhook: string,
    { filter, order, ...part }: StoredList,
  ): Promise<Page<StoredDelivery>> {
    const hint = namesValuesOf(filter, 'state') ? INDEXES.listOfState : INDEXES.list;
    const sort = sortBy(Object.keys(DELIVERY_ORDER), order);
    return findPage(this.deliveries, allOf([{ webhook }, filter]), part, { sort, hint });
  }

  async find(webhook: string, _id: string): Promise<StoredDelivery | null> {
    return this.deliveries.findOne({ _id, webhook }).lean<StoredDelivery>();
  }

  /** Sends a finished one again. @returns it, or null when it is not finished. */
  async restart(webhook: string, _id: string): Promise<StoredDelivery | null> {
    return this.collection.findOneAndUpdate(
      { _id, webhook, state: { $ne: 'waiting' } },
      [{ $set: { state: 'waiting', attempts: 0, due: '$$NOW', finished: null } }],
      { returnDocument: 'after' },
    );
  }

  /** Forgets deliveries to a receiver that is gone. */
  async removeAll(webhook: string): Promise<void> {
    await removeInPortions(this.collection, { filter: { webhook }, hint: INDEXES.list });
  }

  /** Forgets deliveries of events before that time. */
  async removeBefore(time: Date, signal?: AbortSignal): Promise<void> {
    const filter = { created: { $lt: time } };
    await removeInPortions(this.collection, { filter, hint: INDEXES.created, signal });
  }

  /** Forgets all but the newest deliveries to a receiver, however many there are. */
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
