import { type HeldValue } from '../engine/held-value.js';

/** What a value that lies elsewhere takes up in a text: its kind, a hash or an id, a name. */
const REFERENCE_BYTES = 150;

/** Values are immutable, and most of a job's stay from step to step: each is measured once. */
const measured = new WeakMap<HeldValue, number>();

/** How many bytes a value takes up where it is written down, as JSON. */
export function bytesOf(held: HeldValue): number {
  if (held.kind !== 'here') return REFERENCE_BYTES;
  const { value } = held;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return 24;
  const known = measured.get(held);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(JSON.stringify(value));
  measured.set(held, bytes);
  return bytes;
}
