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

/** A place in both values, by the one above it: most of them are looked at and never named. */
interface Place {
  readonly key: string | number;
  readonly above: Place | undefined;
}

type Pair = readonly [at: Place | undefined, before: JsonValue, after: JsonValue];

/**
 * The places at which two values differ, each as deep as it goes: members of objects one by one, items
 * of lists one by one while the lists are of one length. A list of another length changed as a whole,
 * because nobody knows which of its items is which. Each value is looked at once, however deep it lies.
 */
export function jsonChanges(before: JsonValue, after: JsonValue): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  const open: Pair[] = [[undefined, before, after]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [at, old, now] = pair;
    if (isJsonObject(old) && isJsonObject(now))
      for (const change of oneSided(at, old, now)) changes.push(change);
    const shared = sharedParts(at, old, now);
    if (shared) for (const part of shared.reverse()) open.push(part);
    else if (!Object.is(old, now))
      changes.push({ pointer: pointerOf(at), kind: 'changed', before: old, after: now });
  }
  return changes;
}

/** What both have within them; undefined where they are not compared part by part. */
function sharedParts(at: Place | undefined, old: JsonValue, now: JsonValue): Pair[] | undefined {
  if (isJsonObject(old) && isJsonObject(now)) return sharedMembers(at, old, now);
  const areLists = Array.isArray(old) && Array.isArray(now) && old.length === now.length;
  return areLists ? sharedItems(at, old, now) : undefined;
}

function pointerOf(at: Place | undefined): string {
  const path: (string | number)[] = [];
  for (let place = at; place; place = place.above) path.push(place.key);
  return jsonPointer(path.reverse());
}

function oneSided(
  above: Place | undefined,
  old: JsonObject,
  now: JsonObject,
): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  // Own keys of one, which the other has not.
  for (const key of Object.keys(old).filter((name) => !Object.hasOwn(now, name)))
    changes.push({
      pointer: pointerOf({ key, above }),
      kind: 'removed',
      before: old[key] as JsonValue,
    });
  for (const key of Object.keys(now).filter((name) => !Object.hasOwn(old, name)))
    changes.push({
      pointer: pointerOf({ key, above }),
      kind: 'added',
      after: now[key] as JsonValue,
    });
  return changes;
}

function sharedMembers(above: Place | undefined, old: JsonObject, now: JsonObject): Pair[] {
  const pairs: Pair[] = [];
  for (const key of Object.keys(old)) {
    if (Object.hasOwn(now, key))
      pairs.push([{ key, above }, old[key] as JsonValue, now[key] as JsonValue]); // both have it
  }
  return pairs;
}

function sharedItems(
  above: Place | undefined,
  old: readonly JsonValue[],
  now: readonly JsonValue[],
): Pair[] {
  return old.map((value, key) => [{ key, above }, value, now[key] as JsonValue]); // of one length
}
