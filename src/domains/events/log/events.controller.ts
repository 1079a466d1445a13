import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { type Principal } from '../../../kernel/principal.js';
import { EVENT_LIST } from './event-list.js';
import {
  type EventListOptions,
  EventShown,
  ListEventsAnswer,
  PublishEventAnswer,
  PublishEventRequest,
} from './events.dto.js';
import { PublishingService } from './publishing.service.js';
import { StoredEventsService } from './stored-events.service.js';
import { toEvent } from './to-event.js';

/** Events that were stored, and those that others publish. */
@Controller()
export class EventsController {
  constructor(
    private readonly events: StoredEventsService,
    private readonly publishing: PublishingService,
  ) {}

  @Operation('listEvents', ListEventsAnswer)
  async listEvents(
    @ListOptions(EVENT_LIST) list: ListRequest<EventListOptions>,
  ): Promise<ListEventsAnswer> {
    const { items, total } = await pageOf(list, (part) => this.events.list(part), toEvent);
    return { results: items, total };
  }

  @Operation('publishEvent', PublishEventAnswer)
  async publishEvent(
    @Body() event: PublishEventRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<PublishEventAnswer> {
    const { id: _id, duplicate } = await this.publishing.publish(event, principal);
    return { _id, duplicate };
  }

  @Operation('getEvent', EventShown)
  async getEvent(@Param('id') id: string): Promise<EventShown> {
    return toEvent(await this.events.get(id));
  }
}
