import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { EVENT_DUPLICATE_MODEL, type RememberedEvent } from './event-duplicate.schema.js';

/** Events that were published lately, over all nodes. */
@Injectable()
export class EventDuplicatesRepository {
  constructor(
    @InjectModel(EVENT_DUPLICATE_MODEL) private readonly remembered: Model<RememberedEvent>,
  ) {}

  /** Remembers an event. @returns the id of the one that is remembered already, null for a new one. */
  async remember({ _id, ...event }: RememberedEvent): Promise<string | null> {
    try {
      // One whose time is over is taken over; one that counts is not found, and stands in the way.
      await this.remembered.updateOne(
        { _id, until: trusted({ $lte: event.at }) },
        { $set: event },
        { upsert: true },
      );
      return null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.remembered.findById(_id).lean<RememberedEvent>())?.event ?? null;
    }
  }

  /** Forgets all but the newest. */
  async trim(keep: number): Promise<void> {
    if ((await this.remembered.estimatedDocumentCount()) <= keep) return;
    const first = await this.remembered
      .findOne({}, { at: 1 })
      .sort({ at: -1 })
      .skip(keep)
      .lean<RememberedEvent>();
    if (first) await this.remembered.deleteMany({ at: trusted({ $lte: first.at }) });
  }
}
