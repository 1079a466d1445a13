import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** The media type of answers that are JSON line by line. */
export const LINES_TYPE = 'application/x-ndjson';

/** Whether a caller wants its answer line by line. */
export function acceptsLines({ accept }: { readonly accept?: string | undefined }): boolean {
  return accept?.includes(LINES_TYPE) === true;
}

/**
 * Values as JSON, one to a line, written while they are made. A failure after the first line cuts the connection, so
 * that a part is never taken for the whole; when the caller goes away, the source is told to end.
 */
export function streamedLines(values: AsyncIterable<unknown>): StreamableFile {
  const lines = Readable.from(linesOf(values), { objectMode: false });
  return new StreamableFile(lines, { type: `${LINES_TYPE}; charset=utf-8` });
}

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}
