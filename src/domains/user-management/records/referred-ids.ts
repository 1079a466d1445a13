import { type Reference, referredIds } from '../../../api/fields/references.js';

type RoleReferences = readonly Reference<'roleId'>[];
type GroupReferences = readonly Reference<'groupId'>[];
/** A write that refers to groups and roles by id or by object. */
export type Referring<Write> = Omit<Write, 'assignedRoles' | 'groups' | 'memberOf'> & {
  readonly assignedRoles?: RoleReferences | undefined;
  readonly groups?: GroupReferences | undefined;
  readonly memberOf?: GroupReferences | undefined;
};

interface ReferredIds {
  readonly assignedRoles: readonly string[] | undefined;
  readonly groups: readonly string[] | undefined;
  readonly memberOf: readonly string[] | undefined;
}

/** The write with the ids of what it refers to. */
export function withIds<Fields extends Referring<object>>({
  assignedRoles,
  groups,
  memberOf,
  ...rest
}: Fields): Omit<Fields, keyof ReferredIds> & ReferredIds {
  return {
    ...rest,
    assignedRoles: roleIdsOf(assignedRoles),
    groups: groups && referredIds(groups, 'groupId'),
    memberOf: memberOf && referredIds(memberOf, 'groupId'),
  };
}

/** The ids of roles, however a caller wrote them. */
export function roleIdsOf(references: RoleReferences | undefined): readonly string[] | undefined {
  return references && referredIds(references, 'roleId');
}
