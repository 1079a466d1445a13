import { timingSafeEqual } from 'node:crypto';
import { type Secret } from '../../kernel/secret.js';
import { type Authenticated } from '../../platform/auth/credential-store.js';
import { type PresentedCredential } from '../../platform/auth/presented-credential.js';
import { tokenKey } from '../../platform/auth/token.js';
import { type OperationSpec } from '../operations/operation-spec.js';

/** A machine that reads metrics and health pages; it has no account and no session. */
function scraper({ application }: OperationSpec): Authenticated {
  const role = { id: 'collector', provenance: application, name: 'apiread' };
  return {
    sessionId: null,
    principal: {
      id: 'collector',
      provenance: 'platform',
      username: 'collector',
      firstname: '',
      groups: [],
      roles: [role],
    },
  };
}

/**
 * The scraper, when the row admits it and the credential is METRICS_TOKEN as Bearer. It gets a
 * reader's role for that row alone, so the roles guard needs no exception for it.
 */
export function metricsScraperFor(
  spec: OperationSpec | undefined,
  credential: PresentedCredential,
  metricsToken: Secret | undefined,
): Authenticated | undefined {
  if (!spec?.scraper || !metricsToken) return undefined;
  if (credential.form !== 'bearer' || !('token' in credential)) return undefined;
  // Equal lengths by hashing: neither content nor length of the token shows in the time it takes.
  const presented = Buffer.from(tokenKey(credential.token));
  const expected = Buffer.from(tokenKey(metricsToken.reveal()));
  return timingSafeEqual(presented, expected) ? scraper(spec) : undefined;
}
