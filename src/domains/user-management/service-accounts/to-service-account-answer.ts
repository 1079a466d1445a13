import { toMeta } from '../records/user-answers.js';
import { type ServiceAccount } from './service-account.js';
import { type ServiceAccountAnswer } from './service-accounts.dto.js';

/** A service account as it is answered. */
export function toServiceAccountAnswer({
  account,
  secret,
}: ServiceAccount): Pick<ServiceAccountAnswer, keyof ServiceAccountAnswer> {
  const { _id, username, firstname, memberOf, assignedRoles, inactive, lastSignIn, _meta } =
    account;
  return {
    _id,
    clientId: _id,
    name: username,
    description: firstname,
    memberOf,
    assignedRoles,
    inactive,
    envelope: account.envelope ?? null,
    lastSignIn: lastSignIn?.toISOString() ?? null,
    secretCreated: secret?.created.toISOString() ?? null,
    _meta: toMeta(_meta),
  };
}
