import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, ownValue, textOf } from '../../../kernel/json-reading.js';

/**
 * The names of the modules that a YANG library lists, in the form of RFC 7895 or of RFC 8525; undefined
 * when it lists none.
 */
export function moduleNames(library: JsonValue | undefined): ReadonlySet<string> | undefined {
  const parts = isJsonObject(library) ? Object.values(library).filter(isJsonObject) : [];
  const sets = parts.flatMap((part) => [part, ...objectsIn(part, 'module-set')]);
  const names = sets
    .flatMap((set) => objectsIn(set, 'module'))
    .map((module) => textOf(ownValue(module, 'name')))
    .filter((name) => name !== '');
  return names.length > 0 ? new Set(names) : undefined;
}

function objectsIn(object: JsonObject, key: string): readonly JsonObject[] {
  return listOf(ownValue(object, key)).filter(isJsonObject);
}
