/** A node below the datastore: `/restconf/data/a:b/c`, or `/data/…` where the base holds the rest. */
const BELOW_DATA = /^(?:\/[^/=]+){0,10}?\/data\/([^?]+)$/;

/**
 * Whether a path names all of something below the datastore and not one entry of it: its last segment
 * has no key (RFC 8040, 3.5.3). Nothing found there is an empty list, as orchestrators answer 404 for
 * a list without entries.
 */
export function asksForCollection(path: string): boolean {
  const below = BELOW_DATA.exec(path.split('?', 1)[0] ?? '')?.[1];
  const last = below?.replace(/\/$/, '').split('/').at(-1);
  return last !== undefined && last !== '' && !last.includes('=');
}
