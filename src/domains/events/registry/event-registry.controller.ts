import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import {
  DeclareEventTypeRequest,
  EventTypeShown,
  ListEventTypesAnswer,
  ListEventTypesQuery,
  SearchEventsAnswer,
  SearchEventsQuery,
} from './event-registry.dto.js';
import { EventRegistryService } from './event-registry.service.js';
import { EventTypesService } from './event-types.service.js';
import { toEventType } from './to-event-type.js';

/** Which events there are. */
@Controller()
export class EventRegistryController {
  constructor(
    private readonly registry: EventRegistryService,
    private readonly types: EventTypesService,
  ) {}

  @Operation('searchEvents', SearchEventsAnswer)
  async searchEvents(@QueryObject() query: SearchEventsQuery): Promise<SearchEventsAnswer> {
    const { items: list, total, skip, limit } = await this.registry.search(query);
    return { result: { total, list, skip, limit } };
  }

  @Operation('listEventTypes', ListEventTypesAnswer)
  async listEventTypes(@QueryObject() query: ListEventTypesQuery): Promise<ListEventTypesAnswer> {
    const { skip = 0, limit = LIST_LIMIT_DEFAULT, ...filter } = query;
    const { items, total } = await this.types.list(filter, { skip, limit });
    return { results: items.map(toEventType), total };
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
