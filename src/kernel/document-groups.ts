import { isJsonObject, type JsonValue } from './json.js';
import { type Gbac } from './gbac.js';

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

/** The groups that a workflow, or whoever starts it, names: their members may see and control its jobs. */
export function gbacOf(groups: JsonValue | undefined): Gbac {
  return { read: [], write: groupIdsOf(groups) };
}
