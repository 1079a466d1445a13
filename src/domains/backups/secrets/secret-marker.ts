import { type FoundSecret } from './secret-table.js';

/**
 * What stands in the place of a secret. The number is the same for the same secret of a chain; what is
 * stored also says which spelling of it stood there, because a device may encode one in many ways.
 */
export const MARKER = /<SECRET:(\d{1,9})(?:\.(\d{1,9}))?>/;
const MARKERS = new RegExp(MARKER.source, 'g');
/** Opening a sealed secret takes some microseconds. */
const MARKERS_A_STEP = 1_000;

/** The text as everybody reads it: of a marker the spelling is left out. */
export function visibleText(stored: string): string {
  return stored.replace(MARKERS, '<SECRET:$1>');
}

/**
 * The text byte for byte as it was, by what the keys of its markers stand for. Others have their turn at each step,
 * because a text may consist of markers: 8 MB hold some 420,000.
 */
export function* restoredText(
  stored: string,
  secretOf: (key: string) => string,
): Generator<undefined, string> {
  let restored = '';
  let end = 0;
  let steps = 0;
  for (const { 0: marker, index } of stored.matchAll(MARKERS)) {
    restored += stored.slice(end, index) + secretOf(keyIn(marker));
    end = index + marker.length;
    if (++steps % MARKERS_A_STEP === 0) yield;
  }
  return restored + stored.slice(end);
}

/** Keys of the secrets that a stored text holds. */
export function secretKeysOf(stored: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [marker] of stored.matchAll(MARKERS)) keys.add(keyIn(marker));
  return keys;
}

function keyIn(marker: string): string {
  return marker.slice('<SECRET:'.length, -1);
}

/** What stands in the place of a secret that has this key. */
export function secretMarker(table: {
  keyOf(found: FoundSecret): string;
}): (found: FoundSecret) => string {
  return (found) => `<SECRET:${table.keyOf(found)}>`;
}
