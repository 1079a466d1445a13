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
