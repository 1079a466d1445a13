import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { SEARCH_SCOPES, type SearchScope } from './search-request.js';

/** Which devices are searched; all conditions count. */
export class BackupSearchFilter {
  @Text({ min: 1, max: 512, optional: true, note: 'The name of the device, in whatever case' })
  readonly name?: string;

  @Text({ min: 1, max: 512, optional: true, note: 'What the name begins with, in whatever case' })
  readonly startsWith?: string;

  @Text({ min: 1, max: 64, optional: true, example: 'cisco-ios' })
  readonly type?: string;
}

/** Options of a search in kept configurations. */
export class SearchBackupTextsRequest {
  @Text({
    min: 1,
    max: 1024,
    note: 'Looked for in each line of the masked text by itself; with `regex` in the syntax of RE2',
    example: 'ip address 10\\.20\\.',
  })
  readonly pattern!: string;

  @Flag({ optional: true, note: 'The pattern is a regular expression, not a text' })
  readonly regex?: boolean;

  @Flag({ optional: true })
  readonly caseSensitive?: boolean;

  @OneOf(SEARCH_SCOPES, {
    optional: true,
    note: 'newest: the newest version of each device, when absent; history: all versions',
  })
  readonly scope?: SearchScope;

  @Nested(() => BackupSearchFilter, { optional: true })
  readonly filter?: BackupSearchFilter;

  @Whole({ min: 0, max: 5, optional: true, note: 'Lines shown around each; 2 when absent' })
  readonly context?: number;

  @ListLimit({ min: 1, optional: true, note: 'Versions in one answer; 25 when absent' })
  readonly limit?: number;

  @Whole({
    min: 50,
    max: 60_000,
    optional: true,
    note: 'After so long it answers what it has found, with a cursor; 1500 when absent',
  })
  readonly deadlineMs?: number;

  @Text({ max: 16_384, optional: true, note: 'Goes on where the same search has ended' })
  readonly cursor?: string;
}

/** A line that matches. */
export class MatchedLineShown {
  @Whole({ min: 1, note: 'Counts from 1' })
  readonly number!: number;

  @Text({ note: 'Beyond 500 characters it ends in …' })
  readonly text!: string;

  @ListOf('text', { note: 'Lines before it' })
  readonly before!: readonly string[];

  @ListOf('text', { note: 'Lines after it' })
  readonly after!: readonly string[];
}

/** A version that matches. */
export class BackupMatchShown {
  @Text()
  readonly backupId!: string;

  @Text({ nullable: true, note: 'null for what was taken elsewhere, of a name that no device has' })
  readonly deviceId!: string | null;

  @Text({ note: 'Name of the device' })
  readonly name!: string;

  @Text({ example: 'cisco-ios' })
  readonly type!: string;

  @Instant({ note: 'When the configuration was taken' })
  readonly date!: string;

  @Whole({ min: 1, note: 'Lines that match; the first 20 are shown' })
  readonly count!: number;

  @ListOf(() => MatchedLineShown)
  readonly lines!: readonly MatchedLineShown[];
}

/** Devices that are done, of those that the caller may see. */
export class SearchProgressShown {
  @Whole({ min: 0 })
  readonly searched!: number;

  @Whole({ min: 0 })
  readonly total!: number;
}

/**
 * What a search has found. With `Accept: application/x-ndjson` the same comes line by line while it is found, as
 * objects whose `kind` is `match`, `progress` or, the last one, `end`.
 */
export class SearchBackupTextsAnswer {
  @ListOf(() => BackupMatchShown, { note: 'By name of the device, then as versions were stored' })
  readonly results!: readonly BackupMatchShown[];

  @Flag({ note: 'Everything was searched' })
  readonly complete!: boolean;

  @Text({ nullable: true, note: 'Where to go on; null when everything was searched' })
  readonly cursor!: string | null;

  @Nested(() => SearchProgressShown)
  readonly progress!: SearchProgressShown;

  @Whole({ min: 0, note: 'Lines too long for such a pattern: not searched' })
  readonly skippedLines!: number;
}
