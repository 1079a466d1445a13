import { type ShownToken } from './api-token-list.service.js';
import { type ApiTokenAnswer } from './api-tokens.dto.js';

/** An API token as it is answered. */
export function toTokenAnswer({
  token,
  username,
  active,
}: ShownToken): Pick<ApiTokenAnswer, keyof ApiTokenAnswer> {
  const { _id, account, name, roles, scopes = [], networks, created, expires, lastUsed } = token;
  return {
    _id,
    account,
    username,
    name,
    roles,
    scopes,
    networks,
    envelope: token.envelope ?? null,
    created: created.toISOString(),
    expires: expires.toISOString(),
    lastUsed: lastUsed?.toISOString() ?? null,
    active,
  };
}
