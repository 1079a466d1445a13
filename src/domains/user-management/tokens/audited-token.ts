import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { type ApiToken } from './api-token.js';

/** What the audit trail keeps of a token: its terms, and nothing that finds or makes it. */
export function auditedToken(token: ApiToken): Pick<AuditedChange, 'object' | 'after'> {
  const { _id, account, name, roles, scopes = [], networks, created, expires } = token;
  return {
    object: { type: 'api-token', id: _id, name },
    after: {
      account,
      name,
      roles: roles && [...roles],
      scopes: [...scopes],
      networks: [...networks],
      envelope: token.envelope ?? null,
      created: created.toISOString(),
      expires: expires.toISOString(),
    },
  };
}
