import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/**
 * What goes into a transformation: the payload as the one object that it takes. Where it takes several
 * things, or one that is no object, each is the member of the payload that has its name.
 * @param declared `incoming` of the transformation.
 */
export function incomingFor(declared: JsonValue | undefined, payload: JsonObject): JsonObject {
  const [only, ...others] = Array.isArray(declared) ? declared : [];
  if (!isJsonObject(only) || others.length > 0) return payload;
  const { $id: id, type = 'object' } = only;
  return typeof id === 'string' && type === 'object' ? { [id]: payload } : payload;
}

/** The variables of a job: the one object that comes out, or whatever comes out under its names. */
export function variablesOf(outgoing: JsonValue): JsonObject {
  if (!isJsonObject(outgoing)) return {};
  const values = Object.values(outgoing);
  const [only] = values;
  return values.length === 1 && isJsonObject(only) ? only : outgoing;
}
