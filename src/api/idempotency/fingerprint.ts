import { createHash, type Hash } from 'node:crypto';

/**
 * SHA-256 over the meaning of a JSON value: the order of keys in objects does not matter, that of
 * items in arrays does. Two requests with the same fingerprint ask for the same thing.
 */
export function fingerprint(value: unknown): string {
  const hash = createHash('sha256');
  feed(hash, value);
  return hash.digest('base64url');
}

/** Recursion is bounded: bodies nested deeper than `JSON_DEPTH_MAX` are refused before. */
function feed(hash: Hash, value: unknown): void {
  if (Array.isArray(value)) {
    hash.update('[');
    for (const item of value) {
      feed(hash, item);
      hash.update(',');
    }
    hash.update(']');
  } else if (typeof value === 'object' && value !== null) {
    hash.update('{');
    for (const [key, member] of sortedEntries(value)) {
      hash.update(`${JSON.stringify(key)}:`);
      feed(hash, member);
      hash.update(',');
    }
    hash.update('}');
  } else {
    hash.update(value === undefined ? 'undefined' : JSON.stringify(value));
  }
}

function sortedEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
