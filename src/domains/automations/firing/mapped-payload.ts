import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/**
 * What goes into a transformation: the payload as the one thing that it takes; where it takes several,
 * each is the member of the payload that has its name.
 * @param declared `incoming` of the transformation.
 */
export function incomingFor(declared: JsonValue | undefined, payload: JsonObject): JsonObject {
  const ids = (Array.isArray(declared) ? declared : []).flatMap((entry) => {
    const id = isJsonObject(entry) ? entry['$id'] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? { [only]: payload } : payload;
}

/** The variables of a job: the one object that comes out, or whatever comes out under its names. */
export function variablesOf(outgoing: JsonValue): JsonObject {
  if (!isJsonObject(outgoing)) return {};
  const values = Object.values(outgoing);
  const [only] = values;
  return values.length === 1 && isJsonObject(only) ? only : outgoing;
}
