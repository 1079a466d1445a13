import { assertShallow, type Meter } from './meter.js';
import { PatternValue } from './pattern-value.js';
import { MomentValue } from './moment-value.js';
import { isList, type Value } from './value.js';

/** Whether JavaScript takes the value for true. */
export function isTrue(value: Value): boolean {
  return Boolean(value);
}

/** The text of a value as JavaScript writes it in templates: `undefined`, `1,2`, `[object Object]`. */
export function textOf(value: Value, meter: Meter, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  return isList(value) ? joinedText(value, ',', meter, depth) : objectText(value);
}

function objectText(value: object & Value): string {
  if (value instanceof MomentValue) return isoText(value.epochMs) ?? 'Invalid Date';
  return value instanceof PatternValue ? value.toString() : '[object Object]';
}

/** The texts of the elements in a row; what is not there is empty, as in `Array.prototype.join`. */
export function joinedText(
  list: readonly Value[],
  separator: string,
  meter: Meter,
  depth = 0,
): string {
  assertShallow(depth);
  meter.spend(list.length / 16);
  meter.text(Math.max(0, list.length - 1) * separator.length);
  const texts = list.map((item) => {
    const text = item === undefined || item === null ? '' : textOf(item, meter, depth + 1);
    meter.text(text.length);
    return text;
  });
  return texts.join(separator);
}

/** The number of a value as JavaScript reads it: of nothing and of objects NaN. */
export function numberOf(value: Value): number {
  if (value instanceof MomentValue) return value.epochMs;
  return typeof value === 'object' && value !== null ? NaN : Number(value);
}

/** ISO 8601 text of a time; undefined when it is none. */
export function isoText(epochMs: number): string | undefined {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
