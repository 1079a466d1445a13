import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { type Edit } from './edit-resource.js';
import { type Filter, type PatchTarget } from './filter.js';
import { pathKey } from './attribute-path.js';
import { scimError } from './scim-error.js';

/** What happens to the members of a group, in one step: however many it has, they need not be read. */
export interface MemberEdits {
  /** Whoever is not in `added` goes. */
  readonly replaces: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** Whether an edit is about the members of a group. */
export function isOfMembers({ target }: Edit): boolean {
  return target.path[0]?.name === 'members';
}

/**
 * Puts changes of members together, in their order.
 * @throws AppError `invalid-input` with the word of SCIM
 */
export function memberEdits(edits: readonly Edit[]): MemberEdits {
  let replaces = false;
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const edit of edits) {
    const ids = idsOf(edit);
    if (edit.op === 'replace' || (edit.op === 'remove' && ids === undefined)) {
      replaces = true;
      added.clear();
      removed.clear();
    }
    const [to, from] = edit.op === 'remove' ? [removed, added] : [added, removed];
    for (const id of ids ?? []) {
      to.add(id);
      from.delete(id);
    }
  }
  return { replaces, added, removed };
}

/** The members that an edit names; undefined for all of them. */
function idsOf({ op, target, value }: Edit): readonly string[] | undefined {
  assertWhole(op, target);
  if (target.filter) return namedBy(target.filter);
  if (value === undefined || value === null) return op === 'remove' ? undefined : [];
  return (Array.isArray(value) ? value : [value]).map(idOf);
}

function assertWhole(op: Edit['op'], { path, filter, sub }: PatchTarget): void {
  if (path.length === 1 && !sub && (!filter || op === 'remove')) return;
  throw scimError('invalidPath', 'Members are added and replaced whole, at the path members');
}

function namedBy(filter: Filter): readonly string[] {
  if (filter.kind === 'or') return filter.filters.flatMap(namedBy);
  if (filter.kind === 'compare' && filter.op === 'eq' && pathKey(filter.path) === 'value')
    return [String(filter.value)];
  throw scimError('invalidFilter', 'Members are removed by their value: members[value eq "…"]');
}

function idOf(member: JsonValue): string {
  if (typeof member === 'string') return member;
  const entries = isJsonObject(member) ? Object.entries(member) : [];
  const named = Object.fromEntries(entries.map(([key, value]) => [key.toLowerCase(), value]));
  const { value, type } = named;
  if (typeof value !== 'string' || value === '')
    throw scimError('invalidValue', 'A member must have the id of a user as its value');
  if (typeof type === 'string' && type.toLowerCase() === 'group')
    throw scimError('invalidValue', 'Members are users: groups of groups are made on the platform');
  return value;
}
