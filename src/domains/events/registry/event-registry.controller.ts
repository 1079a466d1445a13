import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf, pageOfRows } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import {
  DeclareEventTypeRequest,
  type EventTypeListOptions,
  EventTypeShown,
  ListEventTypesAnswer,
  SearchEventsAnswer,
} from './event-registry.dto.js';
import { EventRegistryService, type Place, type RegistryPart } from './event-registry.service.js';
import { EventTypesService } from './event-types.service.js';
import { EVENT_TYPE_LIST, REGISTERED_EVENT_LIST } from './event-type-lists.js';
import { toEventType } from './to-event-type.js';

/** Which events there are. */
@Controller()
export class EventRegistryController {
  constructor(
    private readonly registry: EventRegistryService,
    private readonly types: EventTypesService,
  ) {}

  @Operation('searchEvents', SearchEventsAnswer)
  async searchEvents(
    @ListOptions(REGISTERED_EVENT_LIST) list: ListRequest<EventTypeListOptions>,
  ): Promise<SearchEventsAnswer> {
    const read = (part: RegistryPart): Promise<Page<Place>> => this.registry.list(part);
    const page = await pageOfRows(list, read, (places) => this.registry.shown(places));
    const { skip, limit } = list;
    return { result: { total: page.total, list: page.items, skip, limit } };
  }

  @Operation('listEventTypes', ListEventTypesAnswer)
  async listEventTypes(
    @ListOptions(EVENT_TYPE_LIST) list: ListRequest,
  ): Promise<ListEventTypesAnswer> {
    const { items, total } = await pageOf(list, (part) => this.types.list(part), toEventType);
    return { results: items, total };
  }

  @Operation('getEventType', EventTypeShown)
  async getEventType(
    @Param('source') source: string,
    @Param('topic') topic: string,
  ): Promise<EventTypeShown> {
    const found = await this.types.get(source, topic);
    return revisioned(found.revision, toEventType(found));
  }

  @Operation('declareEventType', EventTypeShown)
  async declareEventType(
    @Param() params: { readonly source: string; readonly topic: string },
    @Body() { description = '', schema }: DeclareEventTypeRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<EventTypeShown> {
    const type = await this.types.put(params, { description, schema }, expected, principal);
    return revisioned(type.revision, toEventType(type));
  }

  @Operation('deleteEventType')
  async deleteEventType(
    @Param('source') source: string,
    @Param('topic') topic: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.types.remove(source, topic, expected);
  }
}
