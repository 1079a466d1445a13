import { toGroupReferences, toMeta, toRoleReferences } from '../records/user-answers.js';
import { type AccountView } from './account-views.service.js';
import {
  type AccountRecord,
  type AuthorizationAccount,
  type DescribedAccount,
} from './accounts.dto.js';

/** An account as the interface shows it. */
export function toAccountRecord(view: AccountView): AccountRecord {
  const { memberOf, assignedRoles } = view.account;
  return { ...describedAccount(view), memberOf, assignedRoles };
}

/** An account as administrators see it. */
export function toAuthorizationAccount(view: AccountView): AuthorizationAccount {
  const { memberOf, external, assignedRoles, isServiceAccount, lastSignIn } = view.account;
  return {
    ...describedAccount(view),
    memberOf: toGroupReferences(memberOf, external?.groups),
    assignedRoles: toRoleReferences(assignedRoles),
    inheritedRoles: toRoleReferences(view.inheritedRoles),
    envelope: view.account.envelope ?? null,
    isServiceAccount,
    locked: view.locked,
    lastSignIn: lastSignIn?.toISOString() ?? null,
  };
}

function describedAccount({
  account,
  groups,
}: AccountView): Readonly<Pick<DescribedAccount, keyof DescribedAccount>> {
  const { _id, provenance, username, firstname, inactive, _meta } = account;
  const meta = toMeta(_meta);
  return { _id, provenance, username, firstname, groups, inactive, _meta: meta };
}
