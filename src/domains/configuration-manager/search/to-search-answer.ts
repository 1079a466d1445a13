import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { type BackupMatch } from './backup-match.js';
import { type BackupMatchShown, type SearchBackupTextsAnswer } from './backup-search.dto.js';
import { type SearchNews } from './backup-search.service.js';

/** The media type of answers line by line. */
export const LINES_TYPE = 'application/x-ndjson';

/** All that a search says, as one answer. */
export async function toSearchAnswer(
  news: AsyncIterable<SearchNews>,
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

/**
 * What a search says, line by line, while it says it. A failure after the first line cuts the connection: without
 * its last line an answer is not whole. When the caller goes away, the search ends.
 */
export function toSearchLines(news: AsyncIterable<SearchNews>): StreamableFile {
  const lines = Readable.from(linesOf(news), { objectMode: false });
  return new StreamableFile(lines, { type: `${LINES_TYPE}; charset=utf-8` });
}

async function* linesOf(news: AsyncIterable<SearchNews>): AsyncGenerator<Buffer> {
  for await (const one of news) {
    const shown = one.kind === 'match' ? { kind: one.kind, match: toMatchShown(one.match) } : one;
    yield Buffer.from(`${JSON.stringify(shown)}\n`);
  }
}

function toMatchShown(match: BackupMatch): BackupMatchShown {
  const { backupId, deviceId, name, type, date, count, lines } = match;
  return { backupId, deviceId, name, type, date: date.toISOString(), count, lines };
}
