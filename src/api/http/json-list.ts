import { type StreamableFile } from '@nestjs/common';
import { streamedAnswer } from './streamed-answer.js';

/** What is written at once: more costs memory, less costs a system call for every few items. */
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
  for await (const item of items) {
    text += separator + JSON.stringify(item);
    separator = ',';
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + close);
}
