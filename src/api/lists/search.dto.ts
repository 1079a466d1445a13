import { FreeObject, ListOf, MapOf, Nested } from '../fields/structures.js';
import { Flag, Whole } from '../fields/values.js';
import { type JsonObject } from '../../kernel/json.js';

const QUERY = { optional: true, note: 'Values by field; all must be equal' } as const;

/** Which part of a list a search shows, and in what order. */
class SearchOptionsGiven {
  @Whole({ min: 0, optional: true, note: '25 when absent' })
  readonly limit?: number;

  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @MapOf('whole', { optional: true, note: 'Directions by field: 1 or -1' })
  readonly sort?: Readonly<Record<string, number>>;

  @MapOf('whole', { optional: true, note: '1 for members to show, 0 for those to leave out' })
  readonly fields?: Readonly<Record<string, number>>;

  @ListOf('text', {
    optional: true,
    maxItems: 20,
    itemMax: 256,
    note: 'Users are shown whatever it says',
  })
  readonly expand?: readonly string[];

  @Flag({ optional: true, note: 'Changes nothing' })
  readonly local?: boolean;

  @FreeObject(QUERY)
  readonly query?: JsonObject;
}

/** A search of a list by POST, as existing clients send it. */
export class SearchRequest {
  @Nested(() => SearchOptionsGiven, { optional: true })
  readonly options?: SearchOptionsGiven;

  @FreeObject(QUERY)
  readonly query?: JsonObject;
}

/** Where a search goes on. */
export class SearchMetadata {
  @Whole({ min: 0, nullable: true, note: '`skip` of the next part; null on the last one' })
  readonly nextPageSkip!: number | null;
}

/** What every answer to a search says of its part. */
export class SearchAnswer {
  @Whole({ min: 0 })
  readonly total!: number;

  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 0 })
  readonly limit!: number;

  @Nested(() => SearchMetadata)
  readonly metadata!: SearchMetadata;
}
