import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip } from 'node:zlib';

/** JSON of the largest document that may be stored, with every character escaped. */
const TEXT_LIMIT_BYTES = 128 * 1024 * 1024;
const CHUNK_MIN_BYTES = 64;
/** So much is unpacked sooner than handed to a thread; whoever unpacks many gives others their turn. */
const AT_ONCE_MAX_BYTES = 32 * 1024;

/** A JSON text, compressed: packages become a tenth of what they were. */
export async function packJson(text: string): Promise<Buffer> {
  return promisify(gzip)(text);
}

/** The JSON text that `packJson` packed, in UTF-8. */
export async function unpackJson(packed: Uint8Array): Promise<Buffer> {
  const size = sizeOf(packed);
  const options = {
    maxOutputLength: TEXT_LIMIT_BYTES,
    // One piece and a byte to spare: otherwise it is made of pieces of 16 KiB and copied together.
    chunkSize: Math.min(Math.max(size + 1, CHUNK_MIN_BYTES), TEXT_LIMIT_BYTES),
  };
  return size <= AT_ONCE_MAX_BYTES
    ? gunzipSync(packed, options)
    : promisify(gunzip)(packed, options);
}

/** Size of the text, which stands at the end (RFC 1952, 2.3.1). */
function sizeOf(packed: Uint8Array): number {
  const { buffer, byteOffset, byteLength } = packed;
  const isLongEnough = byteLength >= Uint32Array.BYTES_PER_ELEMENT;
  return isLongEnough ? new DataView(buffer, byteOffset + byteLength - 4).getUint32(0, true) : 0;
}
