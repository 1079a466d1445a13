import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../kernel/json-reading.js';
import { assertShallow } from '../transformations/meter.js';
import { RunStop } from '../transformations/run-stop.js';
import { isUnsafeKey } from '../transformations/value.js';
import { type PureTask, type TaskInput } from '../engine/pure-task.js';
import { outcomeOf } from './task-row.js';
import { TaskMeter } from './task-meter.js';

/** What is merged, under which key; the empty key is none. */
interface Entry {
  readonly key: string;
  /** Undefined where a reference leads to nothing. */
  readonly value: JsonValue | undefined;
}

/**
 * An object of the values by their keys, or without any keys a list in the order of the entries. Values
 * under the same key become a list; keys for some only are an error.
 */
export const MERGE: PureTask = {
  run: (input, { spend }) => {
    const entries = entriesOf(input);
    const keyed = entries.filter(({ key }) => key !== '');
    if (keyed.length > 0 && keyed.length < entries.length) {
      throw new RunStop('wrong-argument', 'either all values or none of them need a key');
    }
    const merged = keyed.length > 0 ? byKey(entries) : entries.map(({ value }) => value ?? null);
    return outcomeOf(merged, new TaskMeter(spend));
  },
};

/** Objects into one, however deep; what comes later wins. A key is where its value goes. */
export const DEEP_MERGE: PureTask = {
  run: (input, { spend }) => {
    const meter = new TaskMeter(spend);
    const parts = entriesOf(input).map(({ key, value }) => {
      const part = key === '' ? value : { [key]: value ?? null };
      if (isJsonObject(part)) return part;
      throw new RunStop('wrong-type', 'only objects can be merged deeply');
    });
    return outcomeOf(
      parts.reduce((merged, part) => deeply(merged, part, meter), {}),
      meter,
    );
  },
};

function entriesOf(input: TaskInput): readonly Entry[] {
  return listOf(ownValue(input, 'data_to_merge')).map((given) => {
    const entry = objectOf(given);
    const key = textOf(ownValue(entry, 'key'));
    if (isUnsafeKey(key)) throw new RunStop('unsafe-key', `'${key}' is no key for data`);
    return { key, value: ownValue(entry, 'value') };
  });
}

function byKey(entries: readonly Entry[]): JsonObject {
  const values = new Map<string, JsonValue[]>();
  for (const { key, value } of entries) {
    if (value === undefined) continue;
    const present = values.get(key);
    if (present) present.push(value);
    else values.set(key, [value]);
  }
  return Object.fromEntries(
    [...values].map(([key, all]): [string, JsonValue] => [
      key,
      all.length > 1 ? all : (all[0] ?? null),
    ]),
  );
}

function deeply(into: JsonObject, from: JsonObject, meter: TaskMeter, depth = 0): JsonObject {
  assertShallow(depth);
  meter.object(Object.keys(into).length + Object.keys(from).length);
  const members = Object.entries(from).map(([key, value]): [string, JsonValue] => {
    const present = ownValue(into, key);
    const isBoth = isJsonObject(present) && isJsonObject(value);
    return [key, isBoth ? deeply(present, value, meter, depth + 1) : value];
  });
  return Object.fromEntries([...Object.entries(into), ...members]);
}
