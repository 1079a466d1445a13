import { isJsonObject, type JsonObject, type JsonValue } from '../../../../kernel/json.js';

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

/** A member of the object itself: `constructor` is none unless the document says so. */
export function ownOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
