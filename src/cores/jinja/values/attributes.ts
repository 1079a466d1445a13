import { type Meter } from '../meter.js';
import { valueError } from '../template-error.js';
import { isDict, kindOf, missingError, numberOf } from './kinds.js';
import { Members } from './members.js';
import { Missing } from './missing.js';
import { Tuple } from './tuple.js';
import { type Dict, type Key, type Value } from './value.js';

/**
 * `value.name`: a member of a mapping, or what a value of the interpreter's own making says of itself.
 * Nothing of JavaScript is ever looked at, so `constructor` is only what a mapping holds under that key.
 * @throws TemplateError for what is missing.
 */
export function attributeOf(value: Value, name: string): Value {
  if (value instanceof Missing) throw missingError(value);
  if (isDict(value)) return value.get(name) ?? absent(value.has(name), name);
  if (value instanceof Members)
    return value.members.get(name) ?? absent(value.members.has(name), name);
  if (value instanceof Tuple) return value.labelled(name) ?? absent(false, name);
  return absent(false, name);
}

function absent(isNone: boolean, name: string): Value {
  return isNone ? null : new Missing(`'${name}' is undefined`);
}

/** `value[key]`. */
export function itemOf(value: Value, key: Value): Value {
  for (const used of [value, key]) if (used instanceof Missing) throw missingError(used);
  if (typeof key === 'string') return attributeOf(value, key);
  const plain = plainKey(key);
  if (plain === undefined) return absent(false, kindOf(key));
  if (typeof plain === 'number' && isRow(value)) return elementOf(value, plain);
  return isDict(value) ? memberOf(value, plain) : absent(false, kindOf(key));
}

function memberOf(value: Dict, key: Key): Value {
  return value.get(key) ?? absent(value.has(key), String(key));
}

function plainKey(key: Value): Key | undefined {
  if (typeof key === 'boolean') return key;
  return numberOf(key) ?? (key === null ? null : undefined);
}

function isRow(value: Value): value is Value[] | string {
  return Array.isArray(value) || typeof value === 'string';
}

function elementOf(value: readonly Value[] | string, at: number): Value {
  if (!Number.isInteger(at)) return absent(false, String(at));
  const found = value.at(at);
  return found === undefined ? new Missing(`there is no element ${at}`) : found;
}

/** A path of names and numbers with dots: `interfaces.0.name`. */
export function pathOf(value: Value, path: Value): Value {
  if (typeof path !== 'string') return itemOf(value, path);
  let found = value;
  for (const part of path.split('.'))
    found = itemOf(found, /^\d{1,9}$/.test(part) && !isDict(found) ? Number(part) : part);
  return found;
}

/** `value[start:stop:step]` of a list or a text. */
export function sliceOf(
  value: Value,
  bounds: readonly (number | undefined)[],
  meter: Meter,
): Value {
  if (value instanceof Missing) throw missingError(value);
  if (typeof value === 'string') return sliced(Array.from(value), bounds, meter).join('');
  if (!Array.isArray(value)) throw valueError(`a ${kindOf(value)} has no slices`);
  return sliced(value, bounds, meter);
}

function sliced<T extends Value>(
  items: readonly T[],
  [start, stop, step = 1]: readonly (number | undefined)[],
  meter: Meter,
): T[] {
  if (step === 0) throw valueError('the step of a slice is 0');
  const { length } = items;
  meter.entries(length);
  const [first, end] = step > 0 ? [0, length] : [length - 1, -1];
  const from = start === undefined ? first : bounded(start, length, step);
  const to = stop === undefined ? end : bounded(stop, length, step);
  const count = Math.max(0, Math.ceil((to - from) / step));
  return Array.from({ length: count }, (_, at) => items[from + at * step]).filter(
    (item): item is T => item !== undefined,
  );
}

function bounded(index: number, length: number, step: number): number {
  const at = index < 0 ? index + length : index;
  return step > 0 ? Math.min(Math.max(at, 0), length) : Math.min(Math.max(at, -1), length - 1);
}
