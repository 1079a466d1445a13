import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { EVENT_MODEL } from '../../../platform/events/stored-event.schema.js';
import { type StoredEvent } from '../../../platform/events/stored-event.js';

/** What events are looked for by; every given one must hold. */
export interface StoredEventFilter {
  readonly source?: string | undefined;
  readonly topic?: string | undefined;
  /** This instant and later. */
  readonly from?: Date | undefined;
  /** Before this instant. */
  readonly to?: Date | undefined;
}

/** The stored events, as they are shown. */
@Injectable()
export class StoredEventsRepository {
  constructor(@InjectModel(EVENT_MODEL) private readonly events: Model<StoredEvent>) {}

  /** A part of the events, newest first. */
  async list(filter: StoredEventFilter, { skip, limit }: PageRequest): Promise<Page<StoredEvent>> {
    const conditions = toConditions(filter);
    const hint = indexOf(filter);
    const [items, total] = await Promise.all([
      this.events
        .find(conditions, { sealed: 0 })
        .hint(hint)
        .sort({ time: -1, seq: -1 })
        .skip(skip)
        .limit(limit)
        .lean<StoredEvent[]>(),
      this.events.countDocuments(conditions).hint(hint),
    ]);
    return { items, total };
  }
}

function indexOf({ source, topic }: StoredEventFilter): Record<string, 1 | -1> {
  return {
    ...(source !== undefined && { source: 1 }),
    ...(topic !== undefined && { topic: 1 }),
    ...{ time: -1, seq: -1 },
  };
}

/** An empty place has no time, and so is never found. */
function toConditions({ source, topic, from, to }: StoredEventFilter): Record<string, unknown> {
  return {
    ...(source !== undefined && { source }),
    ...(topic !== undefined && { topic }),
    time: trusted({ $gte: from ?? new Date(0), ...(to && { $lt: to }) }),
  };
}
