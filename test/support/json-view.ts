import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { textOf } from '../../src/kernel/json-reading.js';

/** The text or number as text: what steps and tasks are called by. */
export function labelOf(value: JsonValue | undefined): string {
  return typeof value === 'number' ? value.toString() : textOf(value);
}

/** True for the same texts in whatever order. */
export function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join() === others.toSorted().join();
}

/** Every text anywhere in a value, with the keys that lead to it. */
export function* textsIn(
  value: JsonValue,
  path: readonly string[] = [],
): Generator<{ readonly path: readonly string[]; readonly text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* textsIn(member, [...path, key]);
}

/** Every object anywhere in a value, itself included. */
export function* objectsIn(value: JsonValue): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}
