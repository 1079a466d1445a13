import { type LineSearch } from './line-search.js';
import { type Principal } from '../../../kernel/principal.js';
import { type SearchPosition } from './search-position.js';

/** What a search looks at: the newest version of each device, or all versions. */
export const SEARCH_SCOPES = ['newest', 'history'] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];

/** Which devices are searched; all conditions count. */
export interface SearchedDevices {
  /** The name, in whatever case. */
  readonly name?: string | undefined;
  /** What the name begins with, in whatever case. */
  readonly startsWith?: string | undefined;
  readonly type?: string | undefined;
}

/** What a caller looks for. */
export interface AskedSearch {
  readonly pattern: string;
  readonly regex?: boolean | undefined;
  readonly caseSensitive?: boolean | undefined;
  readonly scope?: SearchScope | undefined;
  readonly filter?: SearchedDevices | undefined;
  readonly context?: number | undefined;
  readonly limit?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A search that can run. */
export interface BackupSearch {
  readonly lines: LineSearch;
  readonly scope: SearchScope;
  readonly filter: SearchedDevices;
  readonly principal: Principal;
  /** Lines shown around each that matches. */
  readonly context: number;
  readonly limit: number;
  readonly deadlineMs: number;
  /** null from the beginning. */
  readonly after: SearchPosition | null;
}
