import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { LIST_LIMIT_DEFAULT, type Page } from '../../../kernel/page.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { type PlatformEvent, toPlatformEvent } from '../../../platform/events/stored-event.js';
import { noteHeader } from '../../../platform/logging/request-context.js';
import { StoredEventsRepository } from './stored-events.repository.js';

/** What a list of events is asked for. */
export interface EventSearch {
  readonly source?: string | undefined;
  readonly topic?: string | undefined;
  /** ISO 8601, as a caller wrote it. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
}

/** Events carry payloads of up to 64 KiB: so many of them still make an answer. */
const LIMIT_MAX = 200;

/** The events that were stored. */
@Injectable()
export class StoredEventsService {
  constructor(
    private readonly events: StoredEventsRepository,
    private readonly log: EventLogRepository,
  ) {}

  async list(search: EventSearch): Promise<Page<PlatformEvent>> {
    const { source, topic, from, to, skip = 0, limit = LIST_LIMIT_DEFAULT } = search;
    const size = Math.min(limit, LIMIT_MAX);
    if (size < limit) noteHeader('X-Limit-Applied', String(size));
    const filter = { source, topic, from: instant(from), to: instant(to) };
    const { items, total } = await this.events.list(filter, { skip, limit: size });
    return { items: items.map(toPlatformEvent), total };
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<PlatformEvent> {
    const found = await this.log.find(id);
    if (!found) throw notFound('Event', id);
    return toPlatformEvent(found);
  }
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
