import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Gbac, guarded, type GuardedRecord } from '../../../kernel/gbac.js';

/** In documents this word stands for no restriction. */
const NO_RESTRICTION = 'default';

/**
 * Ids of the groups that a workflow or a task names: ids, or documents of groups. Those that nobody knows
 * here stay: then only administrators pass.
 */
export function groupIdsOf(groups: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(groups)) return [];
  const ids = groups.map((group) => (isJsonObject(group) ? group['_id'] : group));
  const named = ids.filter((id) => typeof id === 'string' && id !== '' && id !== NO_RESTRICTION);
  return [...new Set(named as string[])];
}

/** Who may see and control a job: the groups of its workflow, and those that its start named. */
export function guardOf(
  groups: JsonValue | undefined,
  more: readonly string[],
): GuardedRecord & { readonly gbac: Gbac } {
  return guarded({ read: [], write: [...groupIdsOf(groups), ...more] });
}
