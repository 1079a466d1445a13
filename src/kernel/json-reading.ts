import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

/** The object, or an empty one: reading goes on where a part of a document is missing. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The list, or an empty one. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The text, or an empty one. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** What an object holds of its own under a key: `constructor` is on no document unless it says so. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The object of its own under a key; an empty one where there is none. */
export function ownObject(object: JsonObject, key: string): JsonObject {
  return objectOf(ownValue(object, key));
}

/** The list of its own under a key; an empty one where there is none. */
export function ownList(object: JsonObject, key: string): readonly JsonValue[] {
  return listOf(ownValue(object, key));
}
