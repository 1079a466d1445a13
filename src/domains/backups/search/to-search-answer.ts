import { type BackupMatch } from './backup-match.js';
import { type BackupMatchShown, type SearchBackupTextsAnswer } from './backup-search.dto.js';
import { type SearchUpdate } from './backup-search.service.js';

/** All that a search says, as one answer. */
export async function toSearchAnswer(
  news: AsyncIterable<SearchUpdate>,
): Promise<SearchBackupTextsAnswer> {
  const results: BackupMatchShown[] = [];
  for await (const one of news) {
    if (one.kind === 'match') results.push(toMatchShown(one.match));
    if (one.kind !== 'end') continue;
    const { complete, cursor, progress, skippedLines } = one;
    return { results, complete, cursor, progress, skippedLines };
  }
  throw new TypeError('a search says how it ends');
}

/** What a search says, as callers are shown it, while it says it. */
export async function* toSearchNews(news: AsyncIterable<SearchUpdate>): AsyncGenerator<object> {
  for await (const one of news)
    yield one.kind === 'match' ? { kind: one.kind, match: toMatchShown(one.match) } : one;
}

function toMatchShown(match: BackupMatch): BackupMatchShown {
  const { backupId, deviceId, name, type, date, count, lines } = match;
  return { backupId, deviceId, name, type, date: date.toISOString(), count, lines };
}
