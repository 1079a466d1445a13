import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { Batch } from '../concurrency/batch.js';
import { NamedLocks } from '../database/named-locks.js';
import { EVENT_CURSOR_MODEL, type EventCursor } from './event-cursor.schema.js';

const TOGETHER_MAX = 100;

/** How far each consumer has come, and which node works for it. */
@Injectable()
export class EventCursorsRepository {
  /** Most consumers have nothing to do with an event: they advance together. */
  readonly #advances = new Batch<EventCursor, unknown>(
    (cursors) => this.advanceAll(cursors),
    TOGETHER_MAX,
  );

  constructor(
    @InjectModel(EVENT_CURSOR_MODEL) private readonly cursors: Model<EventCursor>,
    private readonly locks: NamedLocks,
  ) {}

  /** Where the consumer stands; a new one is put to `start`. */
  async findOrStart(consumer: string, start: () => Promise<number>): Promise<number> {
    const known = await this.cursors.findById(consumer).lean<EventCursor>();
    if (known) return known.seq;
    const seq = await start();
    const { seq: stored } = await this.cursors
      .findByIdAndUpdate(
        consumer,
        { $setOnInsert: { seq } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<EventCursor>()
      .orFail();
    return stored;
  }

  /** The consumer was told everything up to there; it never goes back. */
  async advance(consumer: string, seq: number): Promise<void> {
    await this.#advances.add({ _id: consumer, seq });
  }

  /**
   * Works for the consumer, unless another node does. The work looks at `lost`.
   * @returns false when another node does.
   */
  async withFreeLock(
    consumer: string,
    work: (lost: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    return this.locks.ifFree(`events:${consumer}`, work);
  }

  private async advanceAll(cursors: readonly EventCursor[]): Promise<readonly unknown[]> {
    await this.cursors.bulkWrite(
      cursors.map(({ _id, seq }) => ({
        updateOne: { filter: { _id }, update: { $max: { seq } } },
      })),
      { ordered: false },
    );
    return cursors;
  }
}
