import { toGroupReferences, toMeta, toRoleReferences } from '../records/user-answers.js';
import { type Group } from '../stored/group.js';
import { type AuthorizationGroup, type DescribedGroup, type GroupRecord } from './groups.dto.js';

/** A group as the interface shows it: ids as text. */
export function toGroupRecord(group: Group): GroupRecord {
  const { memberOf, assignedRoles } = group;
  return { ...describedGroup(group), memberOf, assignedRoles };
}

/** A group as existing clients read it: ids in objects. */
export function toAuthorizationGroup(group: Group): AuthorizationGroup {
  const memberOf = toGroupReferences(group.memberOf);
  const assignedRoles = toRoleReferences(group.assignedRoles);
  return { ...describedGroup(group), memberOf, assignedRoles };
}

function describedGroup(group: Group): Readonly<Pick<DescribedGroup, keyof DescribedGroup>> {
  const { _id, provenance, name, description, inactive, _meta } = group;
  return { _id, provenance, name, description, inactive, _meta: toMeta(_meta) };
}
