import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { NamedLocks } from '../database/named-locks.js';
import { EVENT_CURSOR_MODEL, type EventCursor } from './event-cursor.schema.js';

/** How far each consumer has come, and which node works for it. */
@Injectable()
export class EventCursorsRepository {
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
    await this.cursors.updateOne({ _id: consumer }, { $max: { seq } });
  }

  /** Works for the consumer, unless another node does. The work looks at `lost`. */
  async withFreeLock(consumer: string, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    await this.locks.ifFree(`events:${consumer}`, work);
  }
}
