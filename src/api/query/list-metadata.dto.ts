import { Whole } from '../fields/values.js';

/** What a list in the form `{message, data, metadata}` says of itself. */
export class ListMetadata {
  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 0 })
  readonly limit!: number;

  @Whole({ min: 0, note: 'All that the caller may see and that match' })
  readonly total!: number;

  @Whole({ min: 0 })
  readonly currentPageSize!: number;

  @Whole({ min: 0, nullable: true, note: '`skip` of the next page; null on the last one' })
  readonly nextPageSkip!: number | null;

  @Whole({ min: 0, nullable: true, note: '`skip` of the page before; null on the first one' })
  readonly previousPageSkip!: number | null;
}
