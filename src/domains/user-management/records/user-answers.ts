import { type AccountView } from '../accounts/account-views.service.js';
import {
  type AccountRecord,
  type AuthorizationAccount,
  type DescribedAccount,
} from '../accounts/accounts.dto.js';
import { type Group } from '../groups/group.js';
import {
  type AuthorizationGroup,
  type DescribedGroup,
  type GroupRecord,
  type RoleReference,
  type UserRecordMeta,
} from '../groups/groups.dto.js';
import { type RecordMeta } from './record-meta.js';
import { type Role } from '../roles/role.js';
import { type ShownRole } from '../roles/roles.dto.js';

/** What was done, in the form that clients of the interface read. */
export interface Done<Data> {
  readonly status: 'OK';
  readonly message: string;
  readonly data: Data;
}

/** `done('created', 'group', toGroup(…))` says: Successfully created group <id>. */
export function done<Data extends { readonly _id: string }>(
  what: 'created' | 'updated',
  kind: string,
  data: Data,
): Done<Data> {
  return { status: 'OK', message: `Successfully ${what} ${kind} ${data._id}.`, data };
}

export function toRole({ _id, provenance, name, description }: Role): ShownRole {
  return { _id, provenance, name, description };
}

/** A group as the interface shows it: ids of roles as text. */
export function toGroupRecord(group: Group): GroupRecord {
  return { ...describedGroup(group), assignedRoles: group.assignedRoles };
}

/** A group as existing clients read it: ids of roles in objects. */
export function toAuthorizationGroup(group: Group): AuthorizationGroup {
  return { ...describedGroup(group), assignedRoles: toRoleReferences(group.assignedRoles) };
}

/** An account as the interface shows it. */
export function toAccountRecord(view: AccountView): AccountRecord {
  return { ...describedAccount(view), assignedRoles: view.account.assignedRoles };
}

/** An account as administrators see it. */
export function toAuthorizationAccount(view: AccountView): AuthorizationAccount {
  const { assignedRoles, isServiceAccount, lastSignIn } = view.account;
  return {
    ...describedAccount(view),
    assignedRoles: toRoleReferences(assignedRoles),
    isServiceAccount,
    locked: view.locked,
    lastSignIn: lastSignIn?.toISOString() ?? null,
  };
}

function describedGroup(group: Group): Readonly<Pick<DescribedGroup, keyof DescribedGroup>> {
  const { _id, provenance, name, description, memberOf, inactive, _meta } = group;
  return { _id, provenance, name, description, memberOf, inactive, _meta: toMeta(_meta) };
}

function describedAccount({
  account,
  groups,
}: AccountView): Readonly<Pick<DescribedAccount, keyof DescribedAccount>> {
  const { _id, provenance, username, firstname, memberOf, inactive, _meta } = account;
  const meta = toMeta(_meta);
  return { _id, provenance, username, firstname, groups, memberOf, inactive, _meta: meta };
}

function toRoleReferences(ids: readonly string[]): readonly RoleReference[] {
  return ids.map((roleId) => ({ roleId }));
}

function toMeta({ created, updated }: RecordMeta): UserRecordMeta {
  return { created: created.toISOString(), updated: updated.toISOString() };
}
