import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from './json.js';
import { jsonPointer } from './json-pointer.js';

/** One place at which two values differ. */
export interface JsonChange {
  /** RFC 6901 pointer as a URI fragment, from the values that are compared. */
  readonly pointer: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Absent where it was added. */
  readonly before?: JsonValue;
  /** Absent where it was removed. */
  readonly after?: JsonValue;
}

type Pair = readonly [path: readonly (string | number)[], before: JsonValue, after: JsonValue];

/**
 * The places at which two values differ, each as deep as it goes: members of objects one by one, items
 * of lists one by one while the lists are of one length. A list of another length changed as a whole,
 * because nobody knows which of its items is which.
 */
export function jsonChanges(before: JsonValue, after: JsonValue): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  const open: Pair[] = [[[], before, after]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [path, old, now] = pair;
    if (isDeepStrictEqual(old, now)) continue;
    if (isJsonObject(old) && isJsonObject(now)) {
      changes.push(...oneSided(path, old, now));
      open.push(...sharedMembers(path, old, now).reverse());
    } else if (Array.isArray(old) && Array.isArray(now) && old.length === now.length) {
      open.push(...sharedItems(path, old, now).reverse());
    } else {
      changes.push({ pointer: jsonPointer(path), kind: 'changed', before: old, after: now });
    }
  }
  return changes;
}

function oneSided(path: Pair[0], old: JsonObject, now: JsonObject): readonly JsonChange[] {
  return [
    ...Object.entries(old)
      .filter(([key]) => !Object.hasOwn(now, key))
      .map(([key, before]): JsonChange => ({
        pointer: jsonPointer([...path, key]),
        kind: 'removed',
        before,
      })),
    ...Object.entries(now)
      .filter(([key]) => !Object.hasOwn(old, key))
      .map(([key, after]): JsonChange => ({
        pointer: jsonPointer([...path, key]),
        kind: 'added',
        after,
      })),
  ];
}

function sharedMembers(path: Pair[0], old: JsonObject, now: JsonObject): Pair[] {
  return Object.entries(old).flatMap(([key, value]): Pair[] => {
    const other = Object.hasOwn(now, key) ? now[key] : undefined;
    return other === undefined ? [] : [[[...path, key], value, other]];
  });
}

function sharedItems(path: Pair[0], old: readonly JsonValue[], now: readonly JsonValue[]): Pair[] {
  return old.flatMap((value, at): Pair[] => {
    const other = now[at];
    return other === undefined ? [] : [[[...path, at], value, other]];
  });
}
