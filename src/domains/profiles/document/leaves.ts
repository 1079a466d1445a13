import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** One setting: a value, a list, or an object that holds nothing. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

/** The settings of a document in its order. The document must be storable: no deeper than that. */
export function leavesOf(document: JsonObject, path: readonly string[] = []): readonly Leaf[] {
  return Object.entries(document).flatMap(([key, value]) => {
    const at = [...path, key];
    const isBranch = isJsonObject(value) && Object.keys(value).length > 0;
    return isBranch ? leavesOf(value, at) : [{ path: at, value }];
  });
}

/** The value at a place; undefined where there is none. */
export function valueAt(document: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  );
}

/** Places of the settings that differ, those that one of the two lacks included. */
export function changedPaths(
  before: JsonObject,
  after: JsonObject,
): readonly (readonly string[])[] {
  const changed = leavesOf(after).filter(
    ({ path, value }) => !isDeepStrictEqual(valueAt(before, path), value),
  );
  const gone = leavesOf(before).filter(({ path }) => valueAt(after, path) === undefined);
  return [...changed, ...gone].map(({ path }) => path);
}
