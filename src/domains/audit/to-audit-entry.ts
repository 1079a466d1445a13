import { type JsonObject, type JsonValue } from '../../kernel/json.js';
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

/** What stands for a time that no calendar has: in a record that somebody made by hand. */
const NO_TIME = '0000-01-01T00:00:00.000Z';

/**
 * A record in the words of the interface. Those of a broken chain are shown too, and may hold anything
 * anywhere: one of them must not hide all others.
 */
export function toAuditEntry(record: AuditRecord): AuditEntryShown {
  const { at, until, accountId, changes } = record;
  const shown = Object.fromEntries(Object.entries(record).filter(([key]) => !INNER.has(key)));
  return {
    ...(shown as Omit<AuditRecord, 'accountId' | 'changes'>),
    at: instant(at),
    until: instant(until),
    account: accountId,
    // Records of earlier versions do not say it.
    via: record.via ?? null,
    objects: objectsIn(changes),
  };
}

function instant(time: unknown): string {
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : NO_TIME;
}

function objectsIn(changes: unknown): readonly AuditedObjectShown[] {
  if (!Array.isArray(changes)) return [];
  return changes.filter(isChange).map(({ before, after, ...change }) => ({
    ...change,
    before: parsed(before),
    after: parsed(after),
  }));
}

function isChange(change: unknown): change is StoredChange {
  return typeof change === 'object' && change !== null;
}

function parsed(text: unknown): JsonObject | null {
  if (text === null || text === undefined) return null;
  try {
    if (typeof text === 'string') return JSON.parse(text) as JsonObject;
  } catch {
    // shown as it is
  }
  return { unreadable: text as JsonValue };
}
