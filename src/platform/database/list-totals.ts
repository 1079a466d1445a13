import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';
import { Clock } from '../../kernel/clock.js';

/** Where generations are kept: a collection without a model, made by the first change. */
export const GENERATIONS_COLLECTION = 'platform.generations';
/** Filters whose totals are kept at a time. */
const KEPT_MAX = 1000;
/** For so long at most, in case somebody writes past the application. */
const KEPT_MS = 60_000;
/** A node that has not finished a change by then has died over it. */
const CHANGE_MS = 300_000;

/** How often a list has changed, and who is changing it now. */
interface Generation {
  readonly _id: string;
  readonly generation: number;
  readonly changing: readonly { readonly id: string; readonly since: Date }[];
}

interface KeptTotal {
  readonly generation: number;
  readonly total: number;
  readonly countedAt: number;
}

/**
 * Exact totals of lists that are read more often than they change. Counting walks as many index keys as
 * there are matches, and several ranges cost twice what one does: so a total is kept for as long as the
 * list's generation stays, which is asked of the database each time (ADR 0078).
 */
@Injectable()
export class ListTotals {
  private readonly kept = new Map<string, KeptTotal>();

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly clock: Clock,
  ) {}

  /**
   * The number of matches in a list, on which all changes are made by `whileChanging`.
   * @param count counts them now.
   */
  async total(list: string, filter: object, count: () => Promise<number>): Promise<number> {
    const now = this.clock.now().getTime();
    // Before counting: what is written in between makes the number one of an earlier generation.
    const generation = await this.settled(list, now);
    if (generation === null) return count();
    const key = `${list} ${mongo.BSON.EJSON.stringify(filter)}`;
    const known = this.kept.get(key);
    const isFresh = known !== undefined && Math.abs(now - known.countedAt) < KEPT_MS;
    if (isFresh && known.generation === generation) return known.total;
    const total = await count();
    if (this.kept.size >= KEPT_MAX) this.kept.clear();
    this.kept.set(key, { generation, total, countedAt: now });
    return total;
  }

  /** Does a change of the list: its totals are counted while it lasts, and anew after it. */
  async whileChanging<T>(list: string, write: () => Promise<T>): Promise<T> {
    const id = randomUUID();
    const mark = { id, since: this.clock.now() };
    await this.generations().updateOne(
      { _id: list },
      { $inc: { generation: 1 }, $push: { changing: mark } },
      { upsert: true },
    );
    try {
      return await write();
    } finally {
      await this.generations()
        .updateOne({ _id: list }, { $inc: { generation: 1 }, $pull: { changing: { id } } })
        // What was written is written. The mark stays for a while, and totals are counted.
        .catch(() => undefined);
    }
  }

  /** The generation of the list; null while it is being changed. */
  private async settled(list: string, now: number): Promise<number | null> {
    const found = await this.generations().findOne({ _id: list });
    if (!found) return 0;
    if (found.changing.length === 0) return found.generation;
    const since = new Date(now - CHANGE_MS);
    if (found.changing.some((change) => change.since < since)) {
      await this.generations().updateOne(
        { _id: list },
        { $inc: { generation: 1 }, $pull: { changing: { since: { $lt: since } } } },
      );
    }
    return null;
  }

  private generations(): mongo.Collection<Generation> {
    return this.connection.collection<Generation>(GENERATIONS_COLLECTION);
  }
}
