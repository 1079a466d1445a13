import { gunzipSync, gzipSync } from 'node:zlib';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { isUnreadable, type SecretBox } from '../../../platform/secrets/secret-box.js';

/** Longest JSON text that is kept of a plan; a record must stay below what a database takes. */
const KEPT_MAX_BYTES = 32 * 1024 * 1024;
const SEALED_MAX_BYTES = 3 * 1024 * 1024;

/**
 * JSON as it is kept: compressed and sealed, for instances and plans hold secrets.
 * @returns undefined when it is too large to be kept.
 */
export function sealJson(box: SecretBox, value: JsonValue): string | undefined {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > KEPT_MAX_BYTES) return undefined;
  const sealed = box.seal(gzipSync(text).toString('base64'));
  return sealed.length > SEALED_MAX_BYTES ? undefined : sealed;
}

/** What was sealed. @throws AppError `conflict` (`secret-unreadable`) when no key opens it. */
export function unsealJson(box: SecretBox, sealed: string): JsonValue {
  const text = gunzipSync(Buffer.from(box.unseal(sealed), 'base64'), {
    maxOutputLength: KEPT_MAX_BYTES,
  }).toString('utf8');
  return JSON.parse(text) as JsonValue;
}

/** What is shown in the place of a document that no key opens. */
const UNREADABLE: JsonObject = { unreadable: 'No key of this server opens it' };

/** A document that was sealed; one that no key opens says so, so that all the rest can still be read. */
export function readableJson(box: SecretBox, sealed: string): JsonObject {
  try {
    const value = unsealJson(box, sealed);
    return isJsonObject(value) ? value : {};
  } catch (error) {
    if (isUnreadable(error)) return UNREADABLE;
    throw error;
  }
}
