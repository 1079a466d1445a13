import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Instant, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';

const FILTER = { max: 128, optional: true } as const;

/** Options that only lists of event types have. */
export class EventTypeListOptions {
  @Text({ ...FILTER, note: 'Source of the events, exactly' })
  readonly source?: string;

  @Text({ ...FILTER, note: 'Topic of the events, exactly' })
  readonly topic?: string;
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
