import { type StreamableFile } from '@nestjs/common';
import { streamedAnswer } from './streamed-answer.js';

/** What is written first: the caller sees it before the source is asked for much. Each next chunk is twice as long. */
const FIRST_LENGTH = 4 * 1024;
/** What is written at once at most: more costs memory, less costs a system call for every few items. */
const CHUNK_LENGTH = 64 * 1024;

/** What stands around a list, `{"workflows":[` and `]}` for example. */
export interface ListFrame {
  readonly open: string;
  readonly close: string;
}

/** A list of any length as a JSON answer. @throws AppError as `streamedAnswer` does. */
export function streamedList(items: AsyncIterable<unknown>, frame: ListFrame): StreamableFile {
  return streamedAnswer(chunksOf(items, frame), 'application/json; charset=utf-8');
}

async function* chunksOf(
  items: AsyncIterable<unknown>,
  { open, close }: ListFrame,
): AsyncGenerator<Buffer> {
  let text = open;
  let separator = '';
  let enough = FIRST_LENGTH;
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = ',';
    if (text.length < enough) continue;
    yield Buffer.from(text);
    enough = Math.min(2 * enough, CHUNK_LENGTH);
    text = '';
  }
  yield Buffer.from(text + close);
}
