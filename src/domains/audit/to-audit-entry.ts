import { type JsonObject } from '../../kernel/json.js';
import { type AuditRecord, type StoredChange } from '../../platform/audit/audit-entry.js';
import { type AuditedObjectShown, type AuditEntryShown } from './audit.dto.js';

/** What of a record serves searching and verification alone. */
const INNER: ReadonlySet<string> = new Set<keyof AuditRecord>([
  'accountId',
  'usernameFolded',
  'changes',
  'objectKeys',
  'keyId',
]);

/** A record in the words of the interface. */
export function toAuditEntry(record: AuditRecord): AuditEntryShown {
  const { at, until, accountId, changes } = record;
  const shown = Object.fromEntries(Object.entries(record).filter(([key]) => !INNER.has(key)));
  return {
    ...(shown as Omit<AuditRecord, 'accountId' | 'changes'>),
    at: at.toISOString(),
    until: until.toISOString(),
    account: accountId,
    objects: changes.map(toObject),
  };
}

function toObject({ before, after, ...change }: StoredChange): AuditedObjectShown {
  return { ...change, before: parsed(before), after: parsed(after) };
}

/** Records of a broken chain are shown too, and may hold anything in the place of a document. */
function parsed(text: string | null): JsonObject | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return { unreadable: text };
  }
}
