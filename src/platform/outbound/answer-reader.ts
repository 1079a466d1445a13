import { type IncomingHttpHeaders } from 'node:http';
import { type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { answerTooLarge, upstreamFailed } from './outbound-failures.js';

/** Encodings that answers may have; asked for in this order. */
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: () => createInflate(),
};

/** An answer whose body is still on its way. */
export interface OpenAnswer {
  readonly hostname: string;
  /** False for answers to HEAD and for 204 and 304, whose headers tell of a body that never comes. */
  readonly hasBody: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/**
 * Reads and decompresses a body. Memory stays below the limit and one chunk: it counts while it
 * reads, on both sides of the decompression, and cuts the connection at the first byte too many.
 * @throws AppError `upstream-failed`: too large (code `upstream-too-large`) or an unknown encoding.
 */
export async function readAnswer(answer: OpenAnswer, limitBytes: number): Promise<Buffer> {
  const { hostname, headers, body } = answer;
  const tooLarge = (): Error => answerTooLarge(hostname, limitBytes);
  const announced = answer.hasBody ? Number(headers['content-length'] ?? NaN) : 0;
  const decoder = announced === 0 ? undefined : decoderFor(headers);
  if (announced > limitBytes || decoder === 'unknown') {
    body.on('error', () => undefined).destroy();
    throw announced > limitBytes ? tooLarge() : unknownEncoding(hostname);
  }
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of bounded(source, limitBytes, tooLarge)) chunks.push(chunk);
  };
  if (decoder === undefined) await pipeline(body, collect);
  else {
    const compressed = (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
      bounded(source, limitBytes, tooLarge);
    await pipeline(body, compressed, decoder, collect);
  }
  return Buffer.concat(chunks);
}

async function* bounded(
  source: AsyncIterable<Buffer>,
  limitBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > limitBytes) throw tooLarge();
    yield chunk;
  }
}

function decoderFor(headers: IncomingHttpHeaders): Transform | 'unknown' | undefined {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return undefined;
  return Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : 'unknown';
}

function unknownEncoding(hostname: string): Error {
  return upstreamFailed(`The answer of ${hostname} has an encoding that is not known here`);
}
