import { toMeta, toRoleReferences } from '../records/user-answers.js';
import { type Group } from './group.js';
import { type AuthorizationGroup, type DescribedGroup, type GroupRecord } from './groups.dto.js';

/** A group as the interface shows it: ids of roles as text. */
export function toGroupRecord(group: Group): GroupRecord {
  return { ...describedGroup(group), assignedRoles: group.assignedRoles };
}

/** A group as existing clients read it: ids of roles in objects. */
export function toAuthorizationGroup(group: Group): AuthorizationGroup {
  return { ...describedGroup(group), assignedRoles: toRoleReferences(group.assignedRoles) };
}

function describedGroup(group: Group): Readonly<Pick<DescribedGroup, keyof DescribedGroup>> {
  const { _id, provenance, name, description, memberOf, inactive, _meta } = group;
  return { _id, provenance, name, description, memberOf, inactive, _meta: toMeta(_meta) };
}
