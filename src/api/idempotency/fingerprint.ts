import { createHash, type Hash } from 'node:crypto';

/** So much text is handed over at a time: to hand over every word takes longer than to hash it. */
const PIECE_LENGTH = 16_384;

/**
 * SHA-256 over the meaning of a JSON value: the order of keys in objects does not matter, that of
 * items in arrays does. Two requests with the same fingerprint ask for the same thing.
 */
export function fingerprint(value: unknown): string {
  const hash = createHash('sha256');
  hash.update(unhashed(hash, '', value));
  return hash.digest('base64url');
}

/**
 * Recursion is bounded: bodies nested deeper than `JSON_DEPTH_MAX` are refused before.
 * @param begun text that the hash does not have yet
 * @returns what of that and of the value it does not have yet either
 */
function unhashed(hash: Hash, begun: string, value: unknown): string {
  let text = begun;
  if (Array.isArray(value)) {
    text += '[';
    for (const item of value) text = `${unhashed(hash, text, item)},`;
    return `${text}]`;
  }
  if (typeof value === 'object' && value !== null) {
    text += '{';
    for (const [key, member] of sortedEntries(value))
      text = `${unhashed(hash, `${text}${JSON.stringify(key)}:`, member)},`;
    return `${text}}`;
  }
  text += value === undefined ? 'undefined' : JSON.stringify(value);
  if (text.length < PIECE_LENGTH) return text;
  hash.update(text);
  return '';
}

function sortedEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
