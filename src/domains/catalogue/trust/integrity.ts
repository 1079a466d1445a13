import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { type JsonObject } from '../../../kernel/json.js';

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
