import { type StreamableFile } from '@nestjs/common';
import { streamedAnswer } from './streamed-answer.js';

/** The media type of answers that are JSON line by line. */
export const LINES_TYPE = 'application/x-ndjson';

/** Whether a caller wants its answer line by line. */
export function acceptsLines({ accept }: { readonly accept?: string | undefined }): boolean {
  return accept?.includes(LINES_TYPE) === true;
}

/** Values as JSON, one to a line, written while they are made. @throws AppError as `streamedAnswer` does. */
export function streamedLines(values: AsyncIterable<unknown>): StreamableFile {
  return streamedAnswer(linesOf(values), `${LINES_TYPE}; charset=utf-8`);
}

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}
