import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

/** JSON of the largest document that may be stored, with every character escaped. */
const TEXT_LIMIT_BYTES = 128 * 1024 * 1024;

/** A JSON text, compressed: packages become a tenth of what they were. */
export async function packJson(text: string): Promise<Buffer> {
  return promisify(deflateRaw)(text);
}

/** The JSON text that `packJson` packed, in UTF-8. */
export async function unpackJson(packed: Uint8Array): Promise<Buffer> {
  return promisify(inflateRaw)(packed, { maxOutputLength: TEXT_LIMIT_BYTES });
}
