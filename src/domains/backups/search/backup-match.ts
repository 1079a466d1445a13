import { type MatchedLine, matchedLines } from './found-lines.js';
import { type FoundLines } from './line-search.js';
import { type SearchPosition } from './search-position.js';

/** A version that matches. */
export interface BackupMatch {
  readonly backupId: string;
  readonly deviceId: string | null;
  readonly name: string;
  readonly type: string;
  readonly date: Date;
  /** How many of its lines match; of many, the first are shown. */
  readonly count: number;
  readonly lines: readonly MatchedLine[];
}

/** One step of a search: how far it has come, and what it found there. */
export interface SearchStep {
  readonly position: SearchPosition;
  readonly match: BackupMatch | null;
  /** Lines that were too long for the pattern. */
  readonly skipped: number;
}

/** What answers say of a version in which lines were found; null where there are none. */
export function toMatch(
  version: Omit<BackupMatch, 'count' | 'lines'>,
  found: FoundLines,
  context: number,
): BackupMatch | null {
  if (found.found.length === 0) return null;
  const { backupId, deviceId, name, type, date } = version;
  const lines = matchedLines(found, context);
  return { backupId, deviceId, name, type, date, count: found.found.length, lines };
}
