import { isLongToWrite } from '#kernel/json-writing.js';
import { type JsonValue } from '#kernel/json.js';
import { writtenInTurns } from '#api/http/json-in-turns.js';
import { type ValueRef } from '#cores/engine/value-ref.js';

/** Longer values lie apart from the document that refers to them (ADR 0159). */
export const VALUE_LIMIT_BYTES = 64 * 1024;
/** When the values of a job exceed this together, the largest leave it. */
export const STATE_LIMIT_BYTES = 512 * 1024;
/** Then so much is left of them, so that the next step does not have to do it again. */
export const STATE_TARGET_BYTES = 384 * 1024;
/** The commands of a step that exceed this have more of their values apart. */
export const OUTBOX_LIMIT_BYTES = 384 * 1024;

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
