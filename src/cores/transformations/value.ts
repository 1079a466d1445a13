import { CollectionValue } from './collection-value.js';
import { MomentValue } from './moment-value.js';
import { PatternValue } from './pattern-value.js';

/**
 * What flows between steps: JSON, what is not there, and values that only exist while a transformation
 * runs. Nothing changes a value: methods return new ones, so that parts may be shared.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | PatternValue
  | MomentValue
  | CollectionValue<Value>
  | ValueList
  | ValueObject;
/** A list, which is never changed. */
export type ValueList = readonly Value[];
/** An object, which is never changed. */
export interface ValueObject {
  readonly [key: string]: Value;
}

/** Keys that lead to what is behind an object, never to data. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** True for lists. */
export function isList(value: Value): value is ValueList {
  return Array.isArray(value);
}

/** True for objects of a document: patterns, points in time, sets and maps are none. */
export function isObject(value: Value): value is ValueObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof PatternValue) &&
    !(value instanceof MomentValue) &&
    !(value instanceof CollectionValue)
  );
}

/** Whether nothing may be written under this key. */
export function isUnsafeKey(key: string): boolean {
  return UNSAFE_KEYS.has(key);
}

/**
 * A member of an object, an element of a list, a character of a text. Only what the value itself has:
 * nothing is inherited.
 */
export function memberOf(value: Value, key: string): Value {
  if (typeof value === 'string' || isList(value)) {
    if (key === 'length') return value.length;
    return Object.hasOwn(Object(value) as object, key)
      ? (value as unknown as ValueObject)[key]
      : undefined;
  }
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** What a value holds under keys: a list under its indices, a text its characters, nothing else anything. */
export function membersOf(value: Value): ValueObject {
  if (isObject(value)) return value;
  const holds = isList(value) || typeof value === 'string';
  return holds ? (Object(value) as ValueObject) : {};
}

/** A value in a message: its kind, and itself when it is short to say. */
export function described(value: Value): string {
  if (typeof value === 'object' && value !== null) return describedObject(value);
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return typeof value === 'number' ? `the number ${value}` : String(value);
}

function describedObject(value: object & Value): string {
  if (value instanceof PatternValue) return 'a regular expression';
  if (value instanceof MomentValue) return 'a date';
  if (value instanceof CollectionValue) return `a ${value.kind}`;
  return isList(value) ? 'an array' : 'an object';
}
