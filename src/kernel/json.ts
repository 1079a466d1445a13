/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object: what documents from outside are, before anyone has looked at them. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** True for plain objects: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
