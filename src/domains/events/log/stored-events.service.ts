import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { type PlatformEvent, toPlatformEvent } from '../../../platform/events/stored-event.js';
import { type EventList } from './event-list.js';
import { StoredEventsRepository } from './stored-events.repository.js';

/** The events that were stored. */
@Injectable()
export class StoredEventsService {
  constructor(
    private readonly events: StoredEventsRepository,
    private readonly log: EventLogRepository,
  ) {}

  async list(part: EventList): Promise<Page<PlatformEvent>> {
    const { items, total } = await this.events.list(part);
    return { items: items.map(toPlatformEvent), total };
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<PlatformEvent> {
    const found = await this.log.find(id);
    if (!found) throw notFound('Event', id);
    return toPlatformEvent(found);
  }
}
