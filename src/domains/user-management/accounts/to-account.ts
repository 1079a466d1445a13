import { toMeta, toRoleReferences } from '../records/user-answers.js';
import { type AccountView } from './account-views.service.js';
import {
  type AccountRecord,
  type AuthorizationAccount,
  type DescribedAccount,
} from './accounts.dto.js';

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

function describedAccount({
  account,
  groups,
}: AccountView): Readonly<Pick<DescribedAccount, keyof DescribedAccount>> {
  const { _id, provenance, username, firstname, memberOf, inactive, _meta } = account;
  const meta = toMeta(_meta);
  return { _id, provenance, username, firstname, groups, memberOf, inactive, _meta: meta };
}
