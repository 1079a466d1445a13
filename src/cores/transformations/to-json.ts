import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { CollectionValue } from './collection-value.js';
import { isoText } from './coerce.js';
import { assertShallow, type Meter } from './meter.js';
import { type PatternValue } from './pattern-value.js';
import { MomentValue } from './moment-value.js';
import { isList, isObject, type Value, type ValueObject } from './value.js';

/**
 * A value as JSON, all of it made anew: dates as ISO text, regular expressions as their text, sets and maps
 * as lists of their elements, what is no JSON number as null, and what is not there left out of objects and null in lists. Undefined when there
 * is no value at all.
 */
export function toJson(value: Value, meter: Meter, depth = 0): JsonValue | undefined {
  meter.spend(1 / 4);
  if (typeof value !== 'object' || value === null) return plainToJson(value, meter);
  assertShallow(depth);
  if (value instanceof CollectionValue) return toJson(value.elements, meter, depth);
  if (isList(value)) {
    meter.list(value.length);
    return value.map((item) => toJson(item, meter, depth + 1) ?? null);
  }
  return isObject(value) ? membersToJson(value, meter, depth) : specialToJson(value);
}

function plainToJson(
  value: Value & (string | number | boolean | null | undefined),
  meter: Meter,
): JsonValue | undefined {
  if (typeof value === 'string') meter.text(value.length);
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}

function specialToJson(value: MomentValue | PatternValue): JsonValue {
  return value instanceof MomentValue ? (isoText(value.epochMs) ?? null) : value.toString();
}

function membersToJson(value: ValueObject, meter: Meter, depth: number): JsonObject {
  const keys = Object.keys(value);
  meter.object(keys.length);
  const object: JsonObject = {};
  for (const key of keys) {
    const member = toJson(value[key], meter, depth + 1);
    // Assigning to this key would change what is behind the object.
    if (member !== undefined && key !== '__proto__') object[key] = member;
  }
  return object;
}
