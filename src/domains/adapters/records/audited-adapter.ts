import { type JsonObject } from '../../../kernel/json.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import {
  type AdapterAccess,
  type AdapterEntry,
  type StoredAdapter,
  UNNAMED_ACCESS,
} from './adapter.js';
import { maskedSettings } from './adapter-secrets.js';
import { settingsOf } from './adapter-settings.js';

/** Which object a change of an adapter is of. */
export function objectOf({ _id, name }: StoredAdapter): AuditedObject {
  return { type: 'adapter', id: _id, name };
}

/** An adapter as the audit trail shows it: never with a secret, not even a sealed one. */
export function auditedAdapter(adapter: StoredAdapter): JsonObject {
  const { auth, tls, circuitBreaker, access, ...plain } = maskedSettings(settingsOf(adapter));
  return {
    ...plain,
    auth: { ...auth },
    tls: { ...tls },
    circuitBreaker: { ...circuitBreaker },
    access: auditedAccess(access),
    restarted: adapter.restarted?.toISOString() ?? null,
  };
}

function auditedAccess({ read, change }: AdapterAccess = UNNAMED_ACCESS): JsonObject {
  return { read: auditedEntry(read), change: auditedEntry(change) };
}

function auditedEntry(entry: AdapterEntry | null): JsonObject | null {
  return entry && { roles: [...entry.roles], groups: [...entry.groups] };
}
