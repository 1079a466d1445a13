import { isUtf8 } from 'node:buffer';
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
 * Reads a body up to a limit, in bytes.
 * @throws AppError `payload-too-large` as soon as it is known; the rest stays unread.
 */
export async function readBytes(
  payload: AsyncIterable<Buffer>,
  announced: number,
  limit: number,
): Promise<Buffer> {
  if (announced > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of payload) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refused(name: string, detail: string): AppError {
  return invalidInput([{ pointer: jsonPointer([name]), detail }]);
}

function tooLarge(): AppError {
  return new AppError('payload-too-large', 'The request body is larger than the limit', {
    headers: { connection: 'close' },
  });
}
