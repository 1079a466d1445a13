import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo, trusted } from 'mongoose';
import { Batch } from '../concurrency/batch.js';
import { isDuplicateKey } from '../database/mongo-failures.js';
import { type DueCondition } from '../work/due-condition.js';
import { SecretBox } from '../secrets/secret-box.js';
import { EVENT_COUNTER_MODEL, type EventCounter } from './event-counter.schema.js';
import { openedEvent, sealedEvent } from './event-secrets.js';
import { EVENT_MODEL } from './stored-event.schema.js';
import { type EmptyPlace, isEvent, type LogEntry, type StoredEvent } from './stored-event.js';

const COUNTER = 'events';

/** So many readers at most are answered together. */
const TOGETHER_MAX = 100;

/** A reader stands at `seq` and wants so many entries. */
interface Read {
  readonly seq: number;
  readonly limit: number;
}

/** The log of events: entries are added at its end, read, and removed when they are old enough. */
@Injectable()
export class EventLogRepository {
  readonly #reads = new Batch<Read, Promise<readonly LogEntry[]>>(
    (reads) => Promise.resolve(this.readTogether(reads)),
    TOGETHER_MAX,
  );

  constructor(
    @InjectModel(EVENT_MODEL) private readonly events: Model<StoredEvent>,
    @InjectModel(EVENT_COUNTER_MODEL) private readonly counters: Model<EventCounter>,
    private readonly box: SecretBox,
  ) {}

  /** Takes so many places in a row. @returns the first of them. */
  async reserve(count: number): Promise<number> {
    const { seq } = await this.counters
      .findByIdAndUpdate(
        COUNTER,
        { $inc: { seq: count } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<EventCounter>()
      .orFail();
    return seq - count + 1;
  }

  /**
   * Adds events in their order; when it fails, some of the first of them may have been added.
   * @returns false when one of the places or ids is taken.
   */
  async insert(events: readonly StoredEvent[]): Promise<boolean> {
    try {
      const sealed = events.map((event) => sealedEvent(event, this.box));
      await this.driver<StoredEvent>().insertMany(sealed, { ordered: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Those of the ids that are stored. */
  async storedIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.events
      .find({ _id: trusted({ $in: ids }) }, { _id: 1 })
      .lean<Pick<StoredEvent, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id));
  }

  /** An event by its id; null when it is not stored, or removed because of its age. */
  async find(id: string): Promise<StoredEvent | null> {
    const found = await this.events.findOne({ _id: id, empty: null }).lean<StoredEvent>();
    return found && openedEvent(found, this.box);
  }

  /** Entries behind a place, in their order. */
  async after(seq: number, limit: number): Promise<readonly LogEntry[]> {
    return this.#reads.add({ seq, limit });
  }

  /** Those who read on from the same place are answered by one query; others neither wait for it nor fail by it. */
  private readTogether(reads: readonly Read[]): readonly Promise<readonly LogEntry[]>[] {
    const found = new Map<string, Promise<readonly LogEntry[]>>();
    return reads.map((read) => {
      const key = `${read.seq} ${read.limit}`;
      const entries = found.get(key) ?? this.read(read);
      found.set(key, entries);
      return entries;
    });
  }

  private async read({ seq, limit }: Read): Promise<readonly LogEntry[]> {
    const found = await this.events
      .find({ seq: trusted({ $gt: seq }) })
      .sort({ seq: 1 })
      .limit(limit)
      .lean<LogEntry[]>();
    return found.map((entry) => (isEvent(entry) ? openedEvent(entry, this.box) : entry));
  }

  /** Events of a source and topic from this time on, the oldest first. */
  async happenedSince(
    { source, topic, from }: Pick<StoredEvent, 'source' | 'topic'> & { readonly from: Date },
    limit: number,
  ): Promise<readonly StoredEvent[]> {
    const found = await this.events
      .find({ source, topic, time: trusted({ $gte: from }) })
      .sort({ time: 1, seq: 1 })
      .hint({ source: 1, topic: 1, time: -1, seq: -1 })
      .limit(limit)
      .lean<StoredEvent[]>();
    return found.map((event) => openedEvent(event, this.box));
  }

  /** The last place that was given out; 0 before the first. */
  async lastPlace(): Promise<number> {
    return (await this.counter())?.seq ?? 0;
  }

  /** Places behind this one are given out, or it is not known which. */
  placesBehind(place: () => number | undefined): DueCondition {
    const filter = (): mongo.Document | undefined => {
      const last = place();
      return last === undefined ? undefined : { _id: COUNTER, seq: { $gt: last } };
    };
    return { collection: this.counters.collection.name, filter };
  }

  /** Everything up to this place was removed because of its age. */
  async removedUpTo(): Promise<number> {
    return (await this.counter())?.removedUpTo ?? 0;
  }

  /** Takes the places that are still free, so that no event can come to stand there any more. */
  async close(from: number, to: number): Promise<void> {
    const places: EmptyPlace[] = Array.from({ length: to - from + 1 }, (_, index) => ({
      _id: `empty-${from + index}`,
      seq: from + index,
      empty: true,
    }));
    try {
      await this.driver<EmptyPlace>().insertMany(places, { ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error; // its event was written after all
    }
  }

  /** Sees to it that places are given out behind the last one that is taken. */
  async catchUp(): Promise<void> {
    const last = await this.events.findOne({}, { seq: 1 }).sort({ seq: -1 }).lean<EmptyPlace>();
    if (last) await this.counters.updateOne({ _id: COUNTER }, { $max: { seq: last.seq } });
  }

  /** The place of the newest event that is older than that; null when there is none. */
  async lastBefore(time: Date): Promise<number | null> {
    const found = await this.events
      .findOne({ time: trusted({ $lt: time }) }, { seq: 1 })
      .sort({ time: -1, seq: -1 })
      .lean<EmptyPlace>();
    return found?.seq ?? null;
  }

  /** The place of the entry that has so many before it; null when there are fewer. */
  async placeOf(before: number): Promise<number | null> {
    const found = await this.events
      .findOne({}, { seq: 1 })
      .sort({ seq: 1 })
      .skip(before)
      .lean<EmptyPlace>();
    return found?.seq ?? null;
  }

  /** Removes everything up to a place; readers know from the counter that nothing is missing there. */
  async removeUpTo(seq: number): Promise<void> {
    await this.counters.updateOne({ _id: COUNTER }, { $max: { removedUpTo: seq } });
    await this.events.deleteMany({ seq: trusted({ $lte: seq }) });
  }

  private counter(): Promise<EventCounter | null> {
    return this.counters.findById(COUNTER).lean<EventCounter>().exec();
  }

  /** The driver's own collection: payloads of others must not be cast. */
  private driver<T extends mongo.Document>(): mongo.Collection<T> {
    return this.events.collection as unknown as mongo.Collection<T>;
  }
}
