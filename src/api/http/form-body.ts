import { isUtf8 } from 'node:buffer';
import { type Readable } from 'node:stream';
import { AppError, invalidInput } from '../../kernel/app-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';

/**
 * The parameters of a form (`application/x-www-form-urlencoded`). A parameter that stands there
 * twice is refused: nobody can say which one was meant (RFC 6749, section 3.2).
 * @throws AppError `invalid-input`
 */
export function parseFormBody(bytes: Buffer): Readonly<Record<string, string>> {
  if (!isUtf8(bytes)) throw invalidInput([{ pointer: '#', detail: 'is not valid UTF-8' }]);
  const pairs = [...new URLSearchParams(bytes.toString('utf8'))];
  const names = new Set<string>();
  for (const [name] of pairs) {
    if (name === '__proto__') throw refused(name, 'is not allowed as a key');
    if (names.has(name)) throw refused(name, 'must stand there once');
    names.add(name);
  }
  return Object.fromEntries(pairs);
}

/**
 * Reads a body up to a limit, in bytes. What is beyond it stays unread; the stream is left alone,
 * because destroying it would destroy the connection on which the refusal is to be told.
 * @throws AppError `payload-too-large` as soon as it is known.
 */
export function readBytes(payload: Readable, announced: number, limit: number): Promise<Buffer> {
  if (announced > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else fail(tooLarge());
    };
    const finish = (): void => {
      resolve(Buffer.concat(chunks));
    };
    const fail = (error: Error): void => {
      payload.off('data', take).off('end', finish).off('error', broken);
      reject(error);
    };
    // As Fastify marks it in the bodies that it reads itself: the caller went away.
    const broken = (error: Error): void => {
      fail(Object.assign(error, { statusCode: 400 }));
    };
    payload.on('data', take).on('end', finish).on('error', broken);
  });
}

function refused(name: string, detail: string): AppError {
  return invalidInput([{ pointer: jsonPointer([name]), detail }]);
}

function tooLarge(): AppError {
  return new AppError('payload-too-large', 'The request body is larger than the limit', {
    headers: { connection: 'close' },
  });
}
