import { type mongo } from 'mongoose';
import { type DueCondition } from './due-condition.js';
import {
  type ConditionalUpdate,
  expressionOf,
  conditionalUpdate,
  wholeFields,
} from './conditional-update.js';
import { fromNow, insertedWith, isDue } from './database-time.js';

/** How a collection keeps the leases of its work. The names are those of stored fields. */
export interface LeaseRules {
  /** What the work is, in metrics: `backup`. */
  readonly work: string;
  /** When the lease ends; what has no time here is over, or waits for nobody. */
  readonly until: string;
  /** Whether `until` says when the lease was last renewed instead; it ends `leaseMs` later. */
  readonly storesRenewal?: boolean;
  /** A second field that repeats `until`. */
  readonly alsoUntil?: string;
  /** What else is true of all work that is not over. */
  readonly open?: mongo.Document;
  /** Who dies loses the work after this. */
  readonly leaseMs: number;
  /** Nobody takes the work over, it is given up: what its holder tells later is what happened, and counts. */
  readonly keepsLateEnds?: boolean;
}

/** One piece of work and who has it: its id, and the fields that its next holder changes. */
export type Holding = mongo.Document & { readonly _id: string };

/** One piece of work that its holder ends. */
export interface LeaseEnd {
  readonly held: Holding;
  /** Whole fields, as expressions. */
  readonly change: mongo.Document;
}

/** Which work may be taken, and how it is found. */
export interface TakeOptions extends mongo.FindOneAndUpdateOptions {
  readonly where?: mongo.Document;
}

/** Which of the work may be taken. */
export interface TakeAllOptions extends mongo.BulkWriteOptions {
  readonly where?: mongo.Document;
  /** What else its next holder changes, as expressions. */
  readonly changes?: mongo.Document;
}

/**
 * Leases of documents: whoever takes one has the work until it is over, or until they no longer say that they live.
 * Each document is changed by a write of its own, which names who has the work and goes by the database's clock alone.
 */
export class Leases<T extends { readonly _id: string }> {
  /** @param isLate is called when the end of work is told that somebody else has, or that is over. */
  constructor(
    private readonly source: { readonly collection: unknown },
    private readonly rules: LeaseRules,
    private readonly isLate: () => void = () => undefined,
  ) {}

  /** Stores work that its holder has for so long; one of its id that is there stays as it is. */
  async add(document: T, ms = this.rules.leaseMs): Promise<void> {
    const stored = insertedWith(document, this.lasting(ms));
    const filter = { _id: document._id } as mongo.Filter<T>;
    await this.collection.updateOne(filter, stored, { upsert: true });
  }

  /** A condition: nobody has the work, or who had it is gone. */
  due(): mongo.Document {
    const { open, until, storesRenewal = false, leaseMs } = this.rules;
    return { ...open, ...isDue(until, storesRenewal ? leaseMs : 0) };
  }

  /** The same, for a task that takes it. @param where what else is true of it, by which an index is found. */
  dueCondition(where: mongo.Document = {}): DueCondition {
    const filter = (): mongo.Document => ({ ...this.due(), ...where });
    return { collection: this.collection.collectionName, filter };
  }

  /**
   * Takes work that is due, or takes it over.
   * @param holder fields that say who has it, as expressions; they fence off whoever had it before.
   * @returns it with its new lease, null when there is none.
   */
  async take(
    holder: mongo.Document,
    { where, ...options }: TakeOptions = {},
  ): Promise<mongo.WithId<T> | null> {
    return this.collection.findOneAndUpdate(
      { ...this.due(), ...where } as mongo.Filter<T>,
      [{ $set: { ...holder, ...this.lasting(this.rules.leaseMs) } }],
      { returnDocument: 'after', ...options },
    );
  }

  /**
   * Takes those of these that fit and are due, in one command. Each is a write of its own, which the driver sends
   * again when its answer is lost.
   * @param holder fields that say who has it, as values: work that has them and is not over was taken by this.
   * @returns the ids of those.
   */
  async takeAll(
    ids: readonly string[],
    holder: mongo.Document,
    { where, changes, ...options }: TakeAllOptions = {},
  ): Promise<ReadonlySet<string>> {
    const change = wholeFields({ ...holder, ...changes, ...this.lasting(this.rules.leaseMs) });
    const due = expressionOf({ ...this.due(), ...where });
    const writes = ids.map((_id) => conditionalUpdate<T>(_id, due, change));
    if (await this.areAllWritten(writes, options)) return new Set(ids);
    return this.idsOf(this.heldBy({ _id: { $in: [...ids] }, ...holder }));
  }

  /** Ends one piece of work whose holder is gone, in place of taking it over. @returns it, null when there is none. */
  async giveUp(
    changes: mongo.Document,
    options: mongo.FindOneAndUpdateOptions = {},
  ): Promise<mongo.WithId<T> | null> {
    const due = this.due() as mongo.Filter<T>;
    const after = { returnDocument: 'after', ...options } as const;
    return this.collection.findOneAndUpdate(due, [{ $set: changes }], after);
  }

  /** Says that the holder lives. @returns false when somebody else has the work, or it is over. */
  async renew(held: Holding): Promise<boolean> {
    return this.release(held, this.rules.leaseMs);
  }

  /** The same for all work that fits. @returns how much there is. */
  async renewAll(held: mongo.Document, options: mongo.UpdateOptions = {}): Promise<number> {
    const change = [{ $set: this.lasting(this.rules.leaseMs) }];
    const { matchedCount } = await this.collection.updateMany(this.heldBy(held), change, options);
    return matchedCount;
  }

  /**
   * Leaves the work to whoever takes it next, after so long.
   * @param changes further fields, as expressions.
   */
  async release(
    held: Holding,
    restMs: number,
    changes: mongo.Document = {},
    options: mongo.UpdateOptions = {},
  ): Promise<boolean> {
    return this.write(held, [{ $set: { ...this.lasting(restMs), ...changes } }], options);
  }

  /**
   * Ends the work.
   * @returns false when it was too late: somebody else has it, or it is over. Nothing is written then, unless the
   *   rules keep late ends.
   */
  async finish(
    held: Holding,
    update: mongo.Document | mongo.Document[],
    options: mongo.UpdateOptions = {},
  ): Promise<boolean> {
    if (await this.write(held, update, options)) return true;
    this.isLate();
    if (this.rules.keepsLateEnds === true) {
      await this.collection.updateOne({ _id: held._id } as mongo.Filter<T>, update, options);
    }
    return false;
  }

  /**
   * Ends much work in one command. Not for rules that keep late ends.
   * @param over fields that work has once its holder has ended it, in place of what it has while it is open.
   * @returns for each what `finish` does.
   */
  async finishAll(
    ends: readonly LeaseEnd[],
    over: mongo.Document,
    options: mongo.BulkWriteOptions = {},
  ): Promise<readonly boolean[]> {
    const writes = ends.map(({ held, change }) =>
      conditionalUpdate<T>(held._id, expressionOf(this.heldBy(held)), change),
    );
    if (await this.areAllWritten(writes, options)) return ends.map(() => true);
    const ended = await this.idsOf({
      $or: ends.map(({ held }) => ({ ...held, ...over })),
    } as mongo.Filter<T>);
    const inTime = ends.map(({ held }) => ended.has(held._id));
    for (const isInTime of inTime) if (!isInTime) this.isLate();
    return inTime;
  }

  /** @returns whether each changed its document; the command does not tell which did not. */
  private async areAllWritten(
    writes: readonly ConditionalUpdate<T>[],
    options: mongo.BulkWriteOptions,
  ): Promise<boolean> {
    const operations = writes.map((updateOne) => ({ updateOne }));
    const unordered = { ordered: false, ...options };
    const { modifiedCount } = await this.collection.bulkWrite(operations, unordered);
    return modifiedCount === writes.length;
  }

  private async idsOf(filter: mongo.Filter<T>): Promise<ReadonlySet<string>> {
    const found = await this.collection.find(filter, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  private async write(
    held: Holding,
    update: mongo.Document | mongo.Document[],
    options: mongo.UpdateOptions,
  ): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(this.heldBy(held), update, options);
    return matchedCount === 1;
  }

  private heldBy(held: mongo.Document): mongo.Filter<T> {
    const { open, until } = this.rules;
    return { [until]: { $type: 'date' }, ...open, ...held } as mongo.Filter<T>;
  }

  private lasting(ms: number): mongo.Document {
    const { until, alsoUntil, storesRenewal = false, leaseMs } = this.rules;
    const end = fromNow(storesRenewal ? ms - leaseMs : ms);
    return { [until]: end, ...(alsoUntil !== undefined && { [alsoUntil]: end }) };
  }

  private get collection(): mongo.Collection<T> {
    return this.source.collection as mongo.Collection<T>;
  }
}
