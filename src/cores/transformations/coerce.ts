import { assertShallow, type Meter } from './meter.js';
import { PatternValue } from './pattern-value.js';
import { CollectionValue } from './collection-value.js';
import { MomentValue } from './moment-value.js';
import { isList, type Value } from './value.js';

const INVALID_DATE = 'Invalid Date';

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
  if (value instanceof MomentValue) return momentText(value.epochMs);
  if (value instanceof CollectionValue)
    return value.kind === 'set' ? '[object Set]' : '[object Map]';
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

/** What JavaScript takes an object for where it wants something plain: its text, of a date its time. */
export function primitiveOf(value: Value, meter: Meter): Exclude<Value, object> {
  if (value instanceof MomentValue) return value.epochMs;
  return typeof value === 'object' && value !== null ? textOf(value, meter) : value;
}

/** The number of a value as JavaScript reads it: of `null` and an empty list 0, of an object NaN. */
export function numberOf(value: Value, meter: Meter): number {
  return Number(primitiveOf(value, meter));
}

/** ISO 8601 text of a time; undefined when it is none. */
export function isoText(epochMs: number): string | undefined {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** `Tue May 16 2023`, as JavaScript writes it. */
export function dateText(epochMs: number): string {
  const [weekday, day, month, year] = new Date(epochMs).toUTCString().split(/,? /);
  return Number.isNaN(epochMs) ? INVALID_DATE : `${weekday} ${month} ${day} ${year}`;
}

/** `10:20:30 GMT+0000 (Coordinated Universal Time)`: the clock of a transformation shows UTC. */
export function timeText(epochMs: number): string {
  const [, time] = new Date(epochMs).toUTCString().split(/ (?=\d\d:)/);
  return Number.isNaN(epochMs) ? INVALID_DATE : `${time}+0000 (Coordinated Universal Time)`;
}

/** The text of a point in time, as `String` makes it. */
export function momentText(epochMs: number): string {
  return Number.isNaN(epochMs) ? INVALID_DATE : `${dateText(epochMs)} ${timeText(epochMs)}`;
}
