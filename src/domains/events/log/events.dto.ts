import { FreeObject, ListOf } from '../../../api/fields/structures.js';
import { Flag, Instant, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import { EVENT_NAME, EVENT_NAME_MAX } from '../event-sources.js';

const FILTER = { max: 128, optional: true } as const;
const NAME = { max: EVENT_NAME_MAX, pattern: EVENT_NAME } as const;

/** Options of `GET /events` alone. */
export class EventListOptions {
  @Text({ ...FILTER, note: 'Source of the events, exactly' })
  readonly source?: string;

  @Text({ ...FILTER, note: 'Topic of the events, exactly' })
  readonly topic?: string;

  @Instant({ optional: true, note: 'This instant and later' })
  readonly from?: string;

  @Instant({ optional: true, note: 'Before this instant' })
  readonly to?: string;
}

/** Something that happened. */
export class EventShown {
  @Text()
  readonly _id!: string;

  @Whole({ min: 1, note: 'Its place among all events: grows, with gaps' })
  readonly seq!: number;

  @Text()
  readonly source!: string;

  @Text()
  readonly topic!: string;

  @Instant()
  readonly time!: string;

  @Text({ nullable: true, note: 'Name of the account that caused it; null for the platform' })
  readonly actor!: string | null;

  @FreeObject()
  readonly payload!: JsonObject;
}

/** Answer of `GET /events`. */
export class ListEventsAnswer {
  @ListOf(() => EventShown)
  readonly results!: readonly EventShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** An event of an integration or a script. */
export class PublishEventRequest {
  @Text({ ...NAME, note: 'Who tells it; not one of the applications of the platform' })
  readonly source!: string;

  @Text({ ...NAME, note: 'What happened' })
  readonly topic!: string;

  @FreeObject({ note: 'At most 64 KiB' })
  readonly payload!: JsonObject;

  @Text({ min: 1, max: 256, optional: true, note: 'By which duplicates are known' })
  readonly id?: string;
}

/** What became of a published event. */
export class PublishEventAnswer {
  @Text({ note: 'Id of the event as it is stored' })
  readonly _id!: string;

  @Flag({ note: 'It was published before and is not stored again' })
  readonly duplicate!: boolean;
}
