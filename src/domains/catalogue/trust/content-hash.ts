import { createHash } from 'node:crypto';
import { writtenInTurns } from '../../../api/http/json-in-turns.js';
import { type JsonObject } from '../../../kernel/json.js';
import { canonicalJson } from '../../../kernel/canonical-json.js';

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

/**
 * What tells one package document from another: SHA-256 of its canonical JSON, in hex. The order of
 * members and the blanks of a file do not count, so it stands what storing and exporting do.
 */
export function integrityOf(document: JsonObject): string {
  return sha256(canonicalBytes(document));
}

/** What is hashed and signed: the canonical JSON of a document in UTF-8. */
export function canonicalBytes(document: JsonObject): Buffer {
  return Buffer.from(canonicalJson(document), 'utf8');
}

/** SHA-256 in hex. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
