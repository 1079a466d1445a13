import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** Whether two values say the same: members in whatever order, lists in theirs. */
export function sameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) return Array.isArray(other) && sameItems(one, other);
  return isJsonObject(one) && isJsonObject(other) && sameMembers(one, other);
}

function sameItems(one: readonly JsonValue[], other: readonly JsonValue[]): boolean {
  return one.length === other.length && one.every((item, at) => sameJson(item, other[at]));
}

function sameMembers(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]))
  );
}
