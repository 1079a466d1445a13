import { type JsonObject } from '../../kernel/json.js';

/** What the platform says of an automation or a trigger: clients send it back, and it changes nothing. */
const SERVER_KEYS: readonly string[] = [
  '_id',
  'created',
  'createdBy',
  'lastUpdated',
  'lastUpdatedBy',
];

/**
 * What a caller may write of the members that it sent.
 * @param more what the platform says beside that.
 */
export function editableMembers(members: JsonObject, more: readonly string[] = []): JsonObject {
  const said = new Set([...SERVER_KEYS, ...more]);
  return Object.fromEntries(Object.entries(members).filter(([key]) => !said.has(key)));
}
