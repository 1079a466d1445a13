import { CollectionValue } from './collection-value.js';
import { numberOf, primitiveOf, textOf } from './coerce.js';
import { assertShallow, type Meter } from './meter.js';
import { MomentValue } from './moment-value.js';
import { isList, isObject, type Value, type ValueList, type ValueObject } from './value.js';

/** `==`: numbers in texts count, `null` and what is not there are the same, objects are only themselves. */
export function looselyEqual(a: Value, b: Value, meter: Meter): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  if (typeof a === typeof b) return a === b;
  const left = plain(a, meter);
  const right = plain(b, meter);
  if (typeof left === 'string' && typeof right === 'string') return left === right;
  return numberOf(left, meter) === numberOf(right, meter);
}

function isNothing(value: Value): boolean {
  return value === undefined || value === null;
}

/** What JavaScript takes an object for when it compares it with something plain. */
function plain(value: Value, meter: Meter): Value {
  return typeof value === 'object' ? textOf(value, meter) : value;
}

/** As JavaScript orders two values: texts by their letters, everything else as numbers. */
export function inOrder(
  a: Value,
  b: Value,
  meter: Meter,
  holds: (a: string | number, b: string | number) => boolean,
): boolean {
  const left = primitiveOf(a, meter);
  const right = primitiveOf(b, meter);
  return typeof left === 'string' && typeof right === 'string'
    ? holds(left, right)
    : holds(Number(left), Number(right));
}

/** `===`, but that NaN equals itself: what `Array.prototype.includes` looks by. */
export function sameValue(a: Value, b: Value): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Whether two values hold the same, however deep. */
export function deeplyEqual(a: Value, b: Value, meter: Meter, depth = 0): boolean {
  meter.spend(1 / 4);
  if (sameValue(a, b)) return true;
  assertShallow(depth);
  if (isList(a) && isList(b)) return sameElements(a, b, meter, depth);
  if (isObject(a) && isObject(b)) return sameMembers(a, b, meter, depth);
  return sameMoment(a, b) || sameCollection(a, b, meter, depth);
}

function sameCollection(a: Value, b: Value, meter: Meter, depth: number): boolean {
  if (!(a instanceof CollectionValue) || !(b instanceof CollectionValue)) return false;
  return a.kind === b.kind && sameElements(a.elements, b.elements, meter, depth);
}

function sameMoment(a: Value, b: Value): boolean {
  return a instanceof MomentValue && b instanceof MomentValue && sameValue(a.epochMs, b.epochMs);
}

function sameElements(a: ValueList, b: ValueList, meter: Meter, depth: number): boolean {
  return a.length === b.length && a.every((item, at) => deeplyEqual(item, b[at], meter, depth + 1));
}

function sameMembers(a: ValueObject, b: ValueObject, meter: Meter, depth: number): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deeplyEqual(a[key], b[key], meter, depth + 1))
  );
}
