import { noteHeader } from '../../platform/request-context/request-context.js';

/** Says that an answer is JSON already, as whoever made it wrote it in UTF-8. */
export function asJson({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  noteHeader('content-type', 'application/json; charset=utf-8');
  return Buffer.from(buffer, byteOffset, byteLength);
}
