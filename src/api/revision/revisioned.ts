import { createHash } from 'node:crypto';
import { noteHeader } from '../../platform/request-context/request-context.js';

const DIGEST_LENGTH = 16;

/**
 * Answers one stored object and says its revision in `ETag`, for `If-Match` of a later change and
 * `If-None-Match` of a later read: `return revisioned(found.revision, toDto(found))`.
 */
export function revisioned<T>(revision: number, body: T): T {
  noteHeader('etag', entityTag(revision));
  return body;
}

/** `"12"`: the revision of the stored object. Reads add a digest of what they answer (ADR 0034). */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * The tag of a whole answer: of the revision `"12"`, and of its bytes. An answer tells more than its revision stands
 * for: what a check found, or when a schedule ran last (ADR 0034).
 * @returns `"12.Jk3…"`, which `If-Match` takes as `"12"`.
 */
export function wholeTag(etag: string, body: string | Uint8Array): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_LENGTH);
  return `${etag.slice(0, -1)}.${digest}"`;
}
