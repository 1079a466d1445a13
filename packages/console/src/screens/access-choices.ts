import { type GroupReference, listGroups, listRoleRecords } from '../../../client/src/client.js';
import { client } from '../api.js';
import { type Field } from '../parts/form-fields.js';
import { useRead } from '../use-read.js';
import * as texts from '../texts/access.js';

/** So many groups and roles can be chosen from. */
const CHOICES_MAX = 500;

interface Membership {
  readonly memberOf: readonly { readonly groupId: string }[];
  readonly assignedRoles: readonly { readonly roleId: string }[];
}

/** Makes the fields that put somebody into groups and give them roles, with what there is to choose from. */
export function useMembership(): (now?: Membership) => readonly Field[] {
  const query = { limit: CHOICES_MAX, sort: 'name' };
  const groups = useRead('listGroups', [query], (signal) => listGroups({ client, signal, query }));
  const roles = useRead('listRoleRecords', [query], (signal) =>
    listRoleRecords({ client, signal, query }),
  );
  return (now = { memberOf: [], assignedRoles: [] }) => [
    {
      name: 'memberOf',
      label: texts.groups,
      kind: 'choices',
      ...choicesOf(groups.query.data?.results ?? []),
      initial: now.memberOf.map(({ groupId }) => groupId),
    },
    {
      name: 'assignedRoles',
      label: texts.rolesOfItsOwn,
      kind: 'choices',
      ...choicesOf(roles.query.data?.results ?? []),
      initial: now.assignedRoles.map(({ roleId }) => roleId),
    },
  ];
}

function choicesOf(
  all: readonly { readonly _id: string; readonly name: string; readonly provenance: string }[],
): Pick<Field, 'choices' | 'labels'> {
  return {
    choices: all.map(({ _id }) => _id),
    labels: Object.fromEntries(
      all.map(({ _id, name, provenance }) => [_id, `${name} (${provenance})`]),
    ),
  };
}

/** What was ticked, in the form that the platform takes; what is said of memberships that stay is kept. */
export function membershipOf(
  values: Readonly<Record<string, unknown>>,
  before: readonly GroupReference[] = [],
): { readonly memberOf: { groupId: string }[]; readonly assignedRoles: { roleId: string }[] } {
  const known = new Map(before.map((reference) => [reference.groupId, reference]));
  return {
    memberOf: tickedIn(values['memberOf']).map((groupId) => known.get(groupId) ?? { groupId }),
    assignedRoles: tickedIn(values['assignedRoles']).map((roleId) => ({ roleId })),
  };
}

/** The choices that a field of a form holds. */
export function tickedIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The ids of roles by their names, as far as the caller may see them. */
export function useRoleNames(): ReadonlyMap<string, string> {
  const query = { limit: CHOICES_MAX, sort: 'name' };
  const roles = useRead('listRoleRecords', [query], (signal) =>
    listRoleRecords({ client, signal, query }),
  );
  return new Map(roles.query.data?.results.map(({ _id, name }) => [_id, name]));
}
