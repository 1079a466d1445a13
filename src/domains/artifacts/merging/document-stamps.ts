import { type JsonObject } from '../../../kernel/json.js';
import { sameJson } from './same-json.js';

/**
 * Members by which documents say when, by whom and in which version they were made and saved. They
 * follow from the saving: nobody has written them, so nobody can disagree about them.
 */
const STAMPS: ReadonlySet<string> = new Set([
  'created',
  'createdBy',
  'created_by',
  'createdVersion',
  'encodingVersion',
  'lastUpdated',
  'lastUpdatedBy',
  'lastUpdatedVersion',
  'last_updated',
  'last_updated_by',
  'migrationVersion',
  'version',
]);

/** Whether a member of a document follows from its saving. */
export function isStamp(member: string): boolean {
  return STAMPS.has(member);
}

/** Whether two documents differ at most in their stamps. */
export function saysTheSame(one: JsonObject, other: JsonObject): boolean {
  return sameJson(withoutStamps(one), withoutStamps(other));
}

/** What somebody has written of a document. */
export function withoutStamps(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([member]) => !isStamp(member)));
}
