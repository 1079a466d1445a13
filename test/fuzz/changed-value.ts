import { isJsonObject, type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { HOSTILE_KEYS, hostileNumber, hostileText, hostileValue } from './hostile-values.js';
import { type Random } from './random.js';

/** How often a change goes on into what a value holds. */
const FURTHER_IN = 0.75;

/** A value with something wrong at one place, anywhere in it. */
export function changedValue(value: JsonValue, random: Random): JsonValue {
  if (isJsonObject(value)) return changedObject(value, random);
  if (Array.isArray(value) && value.length > 0 && random.chance(FURTHER_IN)) {
    const at = random.below(value.length);
    return value.map((item, place) => (place === at ? changedValue(item, random) : item));
  }
  return changedLeaf(value, random);
}

/** Mostly another value of its type, which gets further in than one that is refused for its type. */
function changedLeaf(value: JsonValue, random: Random): JsonValue {
  if (random.chance(0.4)) return hostileValue(random);
  if (typeof value === 'string') return hostileText(random);
  return typeof value === 'number' ? hostileNumber(random) : hostileValue(random);
}

function changedObject(value: JsonObject, random: Random): JsonValue {
  const keys = Object.keys(value);
  const key = keys.length === 0 ? undefined : random.pick(keys);
  if (key === undefined || random.chance(0.2))
    return { ...value, [random.pick(HOSTILE_KEYS)]: hostileValue(random) };
  if (random.chance(0.1)) return without(value, key);
  if (random.chance(0.05)) return hostileValue(random);
  return { ...value, [key]: changedValue(value[key] ?? null, random) };
}

function without(value: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
