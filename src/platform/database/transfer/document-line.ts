import { mongo } from 'mongoose';
import { toTree } from './bson-tree.js';
import { TransferError } from './transfer-error.js';

const { BSON } = mongo;
const { EJSON } = BSON;

/** No line is longer: base64 of the largest document that MongoDB stores takes 22 MiB. */
export const LINE_LIMIT_BYTES = 24 * 1024 * 1024;

/** The key of a line that carries the document's bytes; no other line has a key with `$` in front. */
const BYTES = '$bson';

const EXACT = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;
const CANONICAL = { relaxed: false } as const;

/** Extended JSON, when reading it gives the very same bytes; undefined otherwise. */
function toExtendedJson(raw: Buffer): string | undefined {
  try {
    const line = EJSON.stringify(BSON.deserialize(raw, EXACT), CANONICAL);
    if (line.length > LINE_LIMIT_BYTES || line.startsWith(`{"${BYTES}"`)) return undefined;
    return raw.equals(BSON.serialize(readExtendedJson(line))) ? line : undefined;
  } catch {
    return undefined; // text that is not UTF-8 for one: such a document has only its bytes
  }
}

function readExtendedJson(line: string): mongo.Document {
  return EJSON.parse(line, CANONICAL) as mongo.Document; // a document was written
}

function isRestorable(raw: Buffer): boolean {
  try {
    return raw.equals(BSON.serialize(toTree(raw)));
  } catch {
    return false;
  }
}

/**
 * A stored document as one line of an export: canonical Extended JSON, or its bytes where that
 * would come back changed (keys such as `$id` in a document from outside, keys that are numbers).
 * @throws TransferError for a document that no driver could write again.
 */
export function toLine(raw: Buffer): string {
  const line = toExtendedJson(raw);
  if (line !== undefined) return line;
  if (isRestorable(raw)) return JSON.stringify({ [BYTES]: raw.toString('base64') });
  throw new TransferError(
    `it holds something that cannot be written again: a key twice, text that is not UTF-8, a time beyond the year 275760, or a type that MongoDB has given up`,
  );
}

/**
 * The document of a line, to be given to the driver as it is.
 * @throws TransferError when the line is not one of an export.
 */
export function fromLine(line: string): mongo.Document {
  try {
    if (!line.startsWith(`{"${BYTES}"`)) return readExtendedJson(line);
    const { [BYTES]: base64 } = JSON.parse(line) as Record<typeof BYTES, string>;
    return toTree(Buffer.from(base64, 'base64'));
  } catch (error) {
    throw new TransferError('it is not a line of an export', { cause: error });
  }
}
