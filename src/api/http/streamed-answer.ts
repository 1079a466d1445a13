import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { requestContext } from '../../platform/request-context/request-context.js';
import { type BoundedStream, OpenStreams } from './open-streams.js';

/** Those that are being read from this process: each holds a cursor or what is computed on the way. */
const OPEN = new OpenStreams<AnswerStream, { readonly account: string }>({
  atOnce: 100,
  perAccount: 10,
  tooMany: 'Too many answers are being streamed',
});

/**
 * An answer that is written while it is made, of a bounded number for each account and in all. A failure after
 * the first byte cuts the connection, so that a part is never taken for the whole; when the caller goes away, the
 * source is told to end.
 * @throws AppError `too-many-requests` (`too-many-streams`)
 */
export function streamedAnswer(chunks: AsyncIterable<Buffer>, type: string): StreamableFile {
  const reader = { account: requestContext()?.principalId ?? '' };
  OPEN.cutStuck();
  OPEN.assertRoom(reader);
  return new StreamableFile(OPEN.add(new AnswerStream(chunks), reader), { type });
}

class AnswerStream implements BoundedStream {
  readonly readable: Readable;
  /** Since when what was made waits to be taken; from the start on, since it may never be read. */
  #offered: number | undefined = performance.now();

  constructor(chunks: AsyncIterable<Buffer>) {
    this.readable = Readable.from(this.#watched(chunks), { objectMode: false });
  }

  finish(): void {
    this.readable.destroy();
  }

  stuckMs(now: number): number {
    return this.#offered === undefined ? 0 : now - this.#offered;
  }

  async *#watched(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.#offered = undefined;
    for await (const chunk of chunks) {
      this.#offered = performance.now();
      yield chunk;
      this.#offered = undefined;
    }
  }
}
