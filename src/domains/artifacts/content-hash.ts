import { createHash } from 'node:crypto';
import { type JsonObject } from '../../kernel/json.js';

/** Names a document by what it holds: same members in the same order, same hash (SHA-256, hex). */
export function contentHash(document: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}
