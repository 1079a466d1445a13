import { type JsonValue } from '../../../kernel/json.js';
import { type Meter } from '../meter.js';
import { type BuiltIn } from './built-in.js';
import { type Float } from './float.js';
import { type Members } from './members.js';
import { type Missing } from './missing.js';

/**
 * A value of a template. Nothing here is an object whose prototype a template could reach: mappings are
 * maps, and what else has attributes answers for each by name.
 */
export type Value =
  | string
  /** An integer, or a number with a fraction. */
  | number
  /** A float that happens to be whole. */
  | Float
  | boolean
  | null
  | Value[]
  | Dict
  | Members<Value>
  | BuiltIn<Args, Value>
  | Missing;

/** Keys are texts, numbers, booleans or null. */
export type Dict = Map<Key, Value>;
export type Key = string | number | boolean | null;

/** What a call gives: values by position and by name. */
export interface Args {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** A value of JSON as a template sees it. It is a copy: nothing that a template does shows in what it was given. */
export function fromJson(value: JsonValue, meter: Meter): Value {
  if (typeof value !== 'object' || value === null) return value;
  return meter.deeper(() => {
    if (Array.isArray(value)) {
      meter.entries(value.length);
      return value.map((item) => fromJson(item, meter));
    }
    const entries = Object.entries(value);
    meter.entries(entries.length);
    return new Map(entries.map(([key, member]) => [key, fromJson(member, meter)]));
  });
}
