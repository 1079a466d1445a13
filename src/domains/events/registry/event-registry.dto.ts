import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, Text, Whole } from '../../../api/fields/values.js';
import { PageQuery } from '../../../api/query/list-query.dto.js';
import { type JsonObject } from '../../../kernel/json.js';

const FILTER = { max: 128, optional: true } as const;

/** Options of operation 10. */
export class SearchEventsQuery extends PageQuery {
  @Text({ ...FILTER, note: 'Source of the events, exactly' })
  readonly source?: string;

  @Text({ ...FILTER, note: 'Topic of the events, exactly' })
  readonly topic?: string;

  @Flag({ optional: true, note: 'True: ascending by source and topic' })
  readonly sort?: boolean;
}

/** An event that triggers can wait for. */
export class RegisteredEventShown {
  @Text()
  readonly source!: string;

  @Text()
  readonly topic!: string;

  @Text()
  readonly description!: string;

  @FreeObject({ note: 'JSON Schema of the payload' })
  readonly schema!: JsonObject;
}

/** A part of the events. */
export class EventsFound {
  @Whole({ min: 0 })
  readonly total!: number;

  @ListOf(() => RegisteredEventShown)
  readonly list!: readonly RegisteredEventShown[];

  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 0 })
  readonly limit!: number;
}

/** Answer of operation 10. */
export class SearchEventsAnswer {
  @Nested(() => EventsFound)
  readonly result!: EventsFound;
}

/** Options of `GET /events/types`. */
export class ListEventTypesQuery extends PageQuery {
  @Text({ ...FILTER, note: 'Source of the events, exactly' })
  readonly source?: string;

  @Text({ ...FILTER, note: 'Topic of the events, exactly' })
  readonly topic?: string;
}

/** What an integration says of an event that it publishes. */
export class DeclareEventTypeRequest {
  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @FreeObject({ note: 'JSON Schema (draft 7) that payloads are held against' })
  readonly schema!: JsonObject;
}

/** An event that an integration declared. */
export class EventTypeShown extends RegisteredEventShown {
  @Text()
  readonly _id!: string;

  @Instant()
  readonly created!: string;

  @Text({ note: 'Name of the account' })
  readonly createdBy!: string;

  @Instant()
  readonly lastUpdated!: string;

  @Text({ note: 'Name of the account' })
  readonly lastUpdatedBy!: string;
}

/** Answer of `GET /events/types`. */
export class ListEventTypesAnswer {
  @ListOf(() => EventTypeShown)
  readonly results!: readonly EventTypeShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}
