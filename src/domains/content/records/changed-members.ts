import { type JsonObject } from '../../../kernel/json.js';

/**
 * A document with some of its members changed; all others stay as they came. Answers show the id in
 * every document, also in those that do not carry one: sent back, it is not written into those.
 */
export function changedMembers(present: JsonObject, update: JsonObject): JsonObject {
  const { _id, ...rest } = update;
  const hasId = _id !== undefined && Object.hasOwn(present, '_id');
  return { ...present, ...rest, ...(hasId && { _id }) };
}
