import { mongo } from 'mongoose';

const { BSON } = mongo;

const EMBEDDED = 0x03;
const ARRAY = 0x04;

/** What `toTree` makes: maps for documents, arrays, and the driver's own classes for values. */
export type BsonTree = Map<string, unknown>;

const EXACT = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;

/** One value, read by the driver from a document that holds nothing else. */
function toValue(type: number, bytes: Uint8Array): unknown {
  const document = Buffer.alloc(4 + 1 + 2 + bytes.length + 1);
  document.writeInt32LE(document.length, 0);
  document.writeUInt8(type, 4);
  document.write('v\0', 5);
  document.set(bytes, 7);
  return BSON.deserialize(document, EXACT)['v'];
}

function toEntries(raw: Uint8Array): [string, unknown][] {
  return Array.from(BSON.onDemand.parseToElements(raw), (element) => {
    const [type, nameAt, nameLength, at, length] = element;
    const name = Buffer.from(raw.subarray(nameAt, nameAt + nameLength)).toString('utf8');
    const bytes = raw.subarray(at, at + length);
    if (type === EMBEDDED) return [name, toTree(bytes)];
    if (type === ARRAY) return [name, toEntries(bytes).map(([, value]) => value)];
    return [name, toValue(type, bytes)];
  });
}

/**
 * Reads a document so that writing it again gives the same bytes. Plain objects cannot do that: they
 * move keys that look like numbers to the front, and the driver takes `{$ref, $id}` for a reference.
 */
export function toTree(raw: Uint8Array): BsonTree {
  return new Map(toEntries(raw));
}
