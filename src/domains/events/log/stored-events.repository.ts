import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { namesValuesOf } from '../../../platform/database/lists/stored-filter.js';
import { allOf, type TextFilter } from '../../../platform/database/text-match.js';
import { EVENT_MODEL } from '../../../platform/events/stored-event.schema.js';
import { type StoredEvent } from '../../../platform/events/stored-event.js';
import { type EventList } from './event-list.js';

const NEWEST = { time: -1, seq: -1 } as const;

/** The stored events, as they are shown. */
@Injectable()
export class StoredEventsRepository {
  constructor(@InjectModel(EVENT_MODEL) private readonly events: Model<StoredEvent>) {}

  /** A part of the events, by time. */
  async list({ filter, from, to, order, ...part }: EventList): Promise<Page<StoredEvent>> {
    // An empty place has no time, and so is never found.
    const range = { $gte: new Date(from ?? 0), ...(to !== undefined && { $lt: new Date(to) }) };
    return findPage(this.events, allOf([filter, { time: trusted(range) }]), part, {
      sort: sortBy(Object.keys(NEWEST), order),
      hint: indexOf(filter),
      members: { sealed: 0 },
    });
  }
}

/** The index that begins with what the filter names. */
function indexOf(filter: TextFilter): Record<string, 1 | -1> {
  return {
    ...(namesValuesOf(filter, 'source') && { source: 1 }),
    ...(namesValuesOf(filter, 'topic') && { topic: 1 }),
    ...NEWEST,
  };
}
