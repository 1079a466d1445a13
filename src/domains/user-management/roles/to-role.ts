import { type Role } from '../stored/role.js';
import { allowedMethods } from './role-methods.js';
import { type AuthorizationRole, type ShownRole } from './roles.dto.js';

/** A role as the interface shows it. */
export function toRole({
  _id,
  provenance,
  name,
  description,
}: Role): Readonly<Pick<ShownRole, keyof ShownRole>> {
  return { _id, provenance, name, description };
}

/** A role as existing clients read it: with the operations that it admits to. */
export function toAuthorizationRole(role: Role): AuthorizationRole {
  return { ...toRole(role), allowedMethods: allowedMethods(role), allowedViews: [] };
}
