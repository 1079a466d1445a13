import { createHash } from 'node:crypto';

/** The names of the two sides at the head of a unified difference. */
const LABELS = /^--- [^\n]*\n\+\+\+ [^\n]*\n/;

/**
 * SHA-256, in hexadecimal, of what a difference says: line ends of any kind are the same, and the names of the two
 * sides do not count. Who commits a planned change names it, so that nothing else is committed.
 */
export function differenceHash(difference: string): string {
  const lines = difference.replace(/\r\n?/g, '\n').replace(LABELS, '');
  return createHash('sha256').update(lines.replace(/\n*$/, '\n')).digest('hex');
}
