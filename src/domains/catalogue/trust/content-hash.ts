import { createHash } from 'node:crypto';
import { writtenInTurns } from '../../../api/http/json-in-turns.js';
import { type JsonObject } from '../../../kernel/json.js';

/** Names a document by what it holds: same members in the same order, same hash (SHA-256, hex). */
export function contentHash(document: JsonObject): string {
  return hashOf(JSON.stringify(document));
}

/** The same, while others have their turn. */
export async function contentHashInTurns(document: JsonObject): Promise<string> {
  return hashOf(await writtenInTurns(document));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
