import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';
import { Clock } from '../../kernel/clock.js';
import { type Generation, ListChanges } from './lists/list-changes.js';
import { type KnownList, ListPlaces } from './lists/list-places.js';

/** A collection without a model, made by the first change. */
export const GENERATIONS_COLLECTION = 'platform.generations';
/** Filters whose totals are kept at a time. */
const KEPT_MAX = 1000;
/** For so long at most, in case somebody writes past the application. */
const KEPT_MS = 60_000;
/** A node that has not finished a change by then has died over it. */
const CHANGE_MS = 300_000;
const HOUR_MS = 3_600_000;

interface KeptList extends KnownList {
  readonly generation: number;
  readonly countedAt: number;
}

/** What there is before a time, where nothing more can come. */
interface OlderPart extends Required<Pick<KnownList, 'total' | 'places'>> {
  readonly generation: number;
  readonly before: Date;
}

/**
 * Exact totals of lists that are read more often than they change. Counting walks as many index keys as
 * there are matches, and several ranges cost twice what one does: so a total is kept for as long as the
 * list's generation stays, which is asked of the database each time (ADR 0078).
 */
@Injectable()
export class ListTotals {
  private readonly kept = new Map<string, KeptList>();
  private readonly older = new Map<string, OlderPart>();
  private readonly changes: ListChanges;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly clock: Clock,
  ) {
    this.changes = new ListChanges(() => this.generations(), clock);
  }

  /**
   * The total of a list on which all changes are made by `whileChanging`, and places in it.
   * @param count counts the matches now.
   */
  async known(list: string, filter: object, count: () => Promise<number>): Promise<KnownList> {
    const now = this.clock.now().getTime();
    // Before counting: what is written in between makes the number one of an earlier generation.
    const generation = await this.settled(list, now);
    if (generation === null) return { total: await count() };
    const key = keyOf(list, filter);
    const known = this.kept.get(key);
    const isSame = known?.generation === generation;
    if (isSame && Math.abs(now - known.countedAt) < KEPT_MS) return known;
    const counted = { generation, total: await count(), places: new ListPlaces(), countedAt: now };
    keep(this.kept, key, counted);
    return counted;
  }

  /**
   * The same of a list in the order of time, to which documents are added with the time of now: what is older than
   * an hour is counted once, and at most what is newer by each call. Removals are made by `whileChanging`.
   * @param filter a document that matches stays so; its time is that at which it began to match.
   * @param count those from a time on, and before another one.
   */
  async knownOfGrowing(
    list: string,
    filter: object,
    count: (from?: Date, before?: Date) => Promise<number>,
  ): Promise<KnownList> {
    const now = this.clock.now();
    const generation = await this.settled(list, now.getTime());
    if (generation === null) return { total: await count() };
    // Anew each day, in case somebody writes past the application.
    const key = `${now.toISOString().slice(0, 10)} ${keyOf(list, filter)}`;
    const known = this.older.get(key);
    const fresh = { total: 0, places: new ListPlaces(), before: undefined };
    const base = known?.generation === generation ? known : fresh;
    const hour = new Date((Math.floor(now.getTime() / HOUR_MS) - 1) * HOUR_MS);
    const before = laterOf(base.before, hour);
    const [older, newer] = await Promise.all([
      base.before === before ? 0 : count(base.before, before),
      count(before),
    ]);
    const [at, places] = [base.total + older, base.places];
    keep(this.older, key, { generation, total: at, before, places });
    return { total: at + newer, places, lasting: { at, values: [before] } };
  }

  /** Does a change of the list: its totals are counted while it lasts, and anew after it. */
  async whileChanging<T>(list: string, write: () => Promise<T>): Promise<T> {
    return this.changes.whileChanging(list, write);
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

function laterOf(one: Date | undefined, other: Date): Date {
  return one && one >= other ? one : other;
}

function keyOf(list: string, filter: object): string {
  return `${list} ${mongo.BSON.EJSON.stringify(filter)}`;
}

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(key, value);
}
