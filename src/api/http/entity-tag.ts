import { createHash } from 'node:crypto';

const DIGEST_LENGTH = 16;

/**
 * The tag of a whole answer: of the revision `"12"`, and of its bytes. An answer tells more than its revision stands
 * for: what a check found, or when a schedule ran last (ADR 0034).
 * @returns `"12.Jk3…"`, which `If-Match` takes as `"12"`.
 */
export function wholeTag(etag: string, body: string | Uint8Array): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_LENGTH);
  return `${etag.slice(0, -1)}.${digest}"`;
}

/**
 * Whether a cached copy is still good: `If-None-Match` compares weakly (RFC 9110, 13.1.2), so the
 * mark that a proxy puts on what it has compressed does not matter.
 */
export function matchesNone(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === opaque(etag));
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
