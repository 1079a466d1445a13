import { type Group } from './group.js';

/** The groups that a member of these belongs to, with all above them; inactive ones lead nowhere. */
export function reachableGroups(
  ids: readonly string[],
  groups: readonly Group[],
): readonly Group[] {
  const known = new Map(groups.map((group) => [group._id, group]));
  const reached = new Map<string, Group>();
  const waiting = [...ids];
  // The loop also visits what is appended while it runs.
  for (const id of waiting) {
    const group = known.get(id);
    if (!group || group.inactive || reached.has(id)) continue;
    reached.set(id, group);
    waiting.push(...group.memberOf);
  }
  return [...reached.values()];
}
