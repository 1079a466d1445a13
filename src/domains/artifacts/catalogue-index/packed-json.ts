import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { type JsonObject } from '../../../kernel/json.js';

/** JSON of the largest document that may be stored, with every character escaped. */
const TEXT_LIMIT_BYTES = 128 * 1024 * 1024;

/** The JSON text of a document, compressed: a package becomes a tenth of what it was. */
export async function packJson(document: JsonObject): Promise<Buffer> {
  return promisify(deflateRaw)(JSON.stringify(document));
}

/** The JSON text that `packJson` packed, in UTF-8. */
export async function unpackJson(packed: Uint8Array): Promise<Buffer> {
  return promisify(inflateRaw)(packed, { maxOutputLength: TEXT_LIMIT_BYTES });
}
