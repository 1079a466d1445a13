import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** What is written at once: more costs memory, less costs a system call for every few items. */
const CHUNK_LENGTH = 64 * 1024;

/** What stands around a list, `{"workflows":[` and `]}` for example. */
export interface ListFrame {
  readonly open: string;
  readonly close: string;
}

/**
 * A list of any length as a JSON answer, written while it is read. A failure after the first byte cuts
 * the connection, so that half a list is never taken for a whole one; when the caller goes away, the
 * source is told to end.
 */
export function streamedList(items: AsyncIterable<unknown>, frame: ListFrame): StreamableFile {
  const chunks = Readable.from(chunksOf(items, frame), { objectMode: false });
  return new StreamableFile(chunks, { type: 'application/json; charset=utf-8' });
}

async function* chunksOf(
  items: AsyncIterable<unknown>,
  { open, close }: ListFrame,
): AsyncGenerator<Buffer> {
  let text = open;
  let separator = '';
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = ',';
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + close);
}
