import { type JsonValue } from '../../../kernel/json.js';

/** A number, also where it is given as text; undefined for anything else. Empty text is not given at all. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Whether the value stands for an input that was not given. */
export function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}
