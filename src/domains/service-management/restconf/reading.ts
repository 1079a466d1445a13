import { type Fault } from '../../../kernel/app-error.js';

/** What came of reading a part of a request: its meaning, or every reason why it has none. */
export type Reading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** A part that was understood. */
export function read<T>(value: T): Reading<T> {
  return { kind: 'read', value };
}

/** A part that breaks a rule. */
export function refused(...faults: readonly Fault[]): Reading<never> {
  return { kind: 'refused', faults };
}

/** All of them, or the faults of all that were refused. */
export function readAll<T>(readings: readonly Reading<T>[]): Reading<readonly T[]> {
  const faults = readings.flatMap((one) => (one.kind === 'refused' ? one.faults : []));
  if (faults.length > 0) return refused(...faults);
  return read(readings.flatMap((one) => (one.kind === 'read' ? [one.value] : [])));
}
