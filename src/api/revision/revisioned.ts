import { noteHeader } from '../../platform/request-context/request-context.js';

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
