import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** The keys under which documents name an adapter. */
const ADAPTER_KEYS: ReadonlySet<string> = new Set(['adapterId', 'adapter_id', 'source']);

/** Ids of adapters elsewhere, and what they are called here. */
export type AdapterMap = ReadonlyMap<string, string>;

/** A document with every adapter that the map knows called as it is here. */
export function withAdapters(document: JsonObject, map: AdapterMap): JsonObject {
  return map.size === 0 ? document : object(document, map);
}

function object(given: JsonObject, map: AdapterMap): JsonObject {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, member(key, value, map)]),
  );
}

function member(key: string, value: JsonValue, map: AdapterMap): JsonValue {
  if (typeof value === 'string') return ADAPTER_KEYS.has(key) ? (map.get(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => member('', item, map));
  return isJsonObject(value) ? object(value, map) : value;
}
