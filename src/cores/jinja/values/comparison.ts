import { type Meter } from '../meter.js';
import { type TemplateError, valueError } from '../template-error.js';
import { isDict, kindOf, missingError, numberOf } from './kinds.js';
import { Missing } from './missing.js';
import { type Value } from './value.js';

/** Whether two values are the same: by what they hold, a number and a float included. */
export function isEqual(left: Value, right: Value, meter: Meter): boolean {
  meter.spend();
  const number = numberOf(left);
  if (number !== undefined) return number === numberOf(right);
  if (Array.isArray(left)) return Array.isArray(right) && sameList(left, right, meter);
  if (isDict(left)) return isDict(right) && sameDict(left, right, meter);
  if (left instanceof Missing) return right instanceof Missing;
  return left === right;
}

function sameList(left: readonly Value[], right: readonly Value[], meter: Meter): boolean {
  if (left.length !== right.length) return false;
  return meter.deeper(() => left.every((item, at) => isEqual(item, right[at] ?? null, meter)));
}

function sameDict(
  left: ReadonlyMap<unknown, Value>,
  right: ReadonlyMap<unknown, Value>,
  meter: Meter,
): boolean {
  if (left.size !== right.size) return false;
  return meter.deeper(() =>
    [...left].every(
      ([key, value]) => right.has(key) && isEqual(value, right.get(key) ?? null, meter),
    ),
  );
}

/**
 * Below 0, 0, or above 0.
 * @throws TemplateError for values that have no order.
 */
export function compare(left: Value, right: Value, meter: Meter): number {
  meter.spend();
  const one = numberOf(left);
  const other = numberOf(right);
  if (one !== undefined && other !== undefined) return one - other;
  if (typeof left === 'string' && typeof right === 'string') return order(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right, meter);
  throw noOrder(left, right);
}

function noOrder(left: Value, right: Value): TemplateError {
  for (const value of [left, right]) if (value instanceof Missing) return missingError(value);
  return valueError(`a ${kindOf(left)} and a ${kindOf(right)} have no order`);
}

function order(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function compareLists(left: readonly Value[], right: readonly Value[], meter: Meter): number {
  return meter.deeper(() => {
    for (const [at, item] of left.entries()) {
      const other = right[at];
      if (other === undefined) return 1;
      const result = compare(item, other, meter);
      if (result !== 0) return result;
    }
    return left.length - right.length;
  });
}

/** `needle in haystack`. */
export function contains(haystack: Value, needle: Value, meter: Meter): boolean {
  if (typeof haystack === 'string') {
    if (typeof needle !== 'string') throw valueError(`a text cannot hold a ${kindOf(needle)}`);
    meter.text(haystack.length);
    return haystack.includes(needle);
  }
  if (Array.isArray(haystack)) return haystack.some((item) => isEqual(item, needle, meter));
  if (isDict(haystack)) return haystack.has(keyForLookUp(needle));
  if (haystack instanceof Missing) return false;
  throw valueError(`a ${kindOf(haystack)} holds nothing`);
}

/** What is no key is in no mapping. */
function keyForLookUp(value: Value): string | number | boolean | null {
  const number = typeof value === 'boolean' ? undefined : numberOf(value);
  if (number !== undefined) return number;
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : NO_KEY;
}

const NO_KEY = Number.NaN;
