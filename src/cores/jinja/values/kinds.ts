import { TemplateError, valueError } from '../template-error.js';
import { BuiltIn } from './built-in.js';
import { Float } from './float.js';
import { Members } from './members.js';
import { Missing } from './missing.js';
import { Tuple } from './tuple.js';
import { type Dict, type Key, type Value } from './value.js';

export function isDict(value: Value): value is Dict {
  return value instanceof Map;
}

export function isNumber(value: Value): value is number | Float {
  return typeof value === 'number' || value instanceof Float;
}

export function isFloat(value: Value): boolean {
  return value instanceof Float || (typeof value === 'number' && !Number.isInteger(value));
}

/** The number of a number, 0 or 1 of a boolean; undefined of all else. */
export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Float) return value.value;
  return typeof value === 'boolean' ? Number(value) : undefined;
}

/** A float, whole or not. */
export function toFloat(value: number): number | Float {
  return Number.isInteger(value) ? new Float(value) : value;
}

/** @throws TemplateError for integers beyond what can be counted exactly. */
export function toInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw valueError('the number is too large to be exact');
  return value;
}

/** What messages call the kind of a value. */
export function kindOf(value: Value): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (isNumber(value)) return isFloat(value) ? 'float' : 'integer';
  if (value instanceof Tuple) return 'tuple';
  return kindOfObject(value);
}

function kindOfObject(value: Value): string {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Map) return 'mapping';
  if (value instanceof Missing) return 'undefined';
  return value instanceof BuiltIn ? 'function' : 'object';
}

/** Empty texts, lists and mappings, 0, none and what is missing are false. */
export function isTrue(value: Value): boolean {
  if (value === null || value instanceof Missing) return false;
  const number = numberOf(value);
  if (number !== undefined) return number !== 0;
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0;
  return !(value instanceof Map) || value.size > 0;
}

/** A value, or one that is missing where there is none. */
export function orMissing(value: Value | undefined, what: string): Value {
  return value === undefined ? new Missing(what) : value;
}

/** What says that a missing value was used. */
export function missingError({ what }: Missing): TemplateError {
  return new TemplateError('undefined', what);
}

/** A value as the key of a mapping. */
export function keyOf(value: Value): Key {
  if (value instanceof Missing) throw missingError(value);
  if (value instanceof Float) return value.value;
  if (typeof value !== 'object' || value === null) return value;
  throw valueError(`a ${kindOf(value)} cannot be a key`);
}

/** The elements of what can be gone through: the keys of a mapping, the characters of a text; none of what is missing. */
export function elementsOf(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return Array.from(value);
  if (value instanceof Map) return [...value.keys()];
  if (value instanceof Missing) return [];
  if (value instanceof Members && value.isWritable) return [...value.members.keys()];
  throw valueError(`a ${kindOf(value)} cannot be gone through`);
}
