import { type JsonObject } from '../../../kernel/json.js';

/** What was said of a project: members of a parsed JSON body, without those that are absent. */
export function definedMembers(members: object): JsonObject {
  const given = Object.entries(members as JsonObject).filter(
    ([, value]: readonly [string, unknown]) => value !== undefined,
  );
  return Object.fromEntries(given);
}
