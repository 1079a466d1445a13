import { isLongToWrite } from '#kernel/json-writing.js';
import { type JsonValue } from '#kernel/json.js';
import { writtenInTurns } from '#api/http/json-in-turns.js';
import { type ValueRef } from '#cores/engine/value-ref.js';
import { VALUE_LIMIT_BYTES } from './value-limits.js';

/** What a value that lies elsewhere takes up in a text: its kind, a hash or an id, a name. */
const REFERENCE_BYTES = 150;

/** Values are immutable, and most of a job's stay from step to step: each is measured once. */
const measured = new WeakMap<ValueRef, number>();
/** Texts of large values, as long as somebody has these. */
const texts = new WeakMap<object, string>();

/** How many bytes a value takes up where it is written down, as JSON. */
export function bytesOf(held: ValueRef): number {
  if (held.kind !== 'here') return REFERENCE_BYTES;
  const { value } = held;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return 24;
  const known = measured.get(held);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(textOf(value));
  measured.set(held, bytes);
  return bytes;
}

/** A value as JSON. */
export function textOf(value: JsonValue): string {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  return known ?? JSON.stringify(value);
}

/** Writes a large value as JSON while others have their turn: who asks for its text or its size then finds it. */
export async function writeAhead(value: JsonValue): Promise<void> {
  if (typeof value !== 'object' || value === null || texts.has(value)) return;
  if (!isLongToWrite(value)) return;
  const text = await writtenInTurns(value);
  if (text.length > VALUE_LIMIT_BYTES) texts.set(value, text);
}
