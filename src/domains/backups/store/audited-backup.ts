import { EVERYONE } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { BACKUP_TYPE, type StoredBackup } from './stored-backup.js';

/** What the audit trail calls a backup; events do not name one that only some may see. */
export function auditedBackup({ _id, name, readers }: StoredBackup): AuditedObject {
  return { type: BACKUP_TYPE, id: _id, name, hidden: !readers.includes(EVERYONE) };
}

/** What the audit trail shows of a backup: never its texts. */
export function backupFacts(backup: StoredBackup): JsonObject {
  const { name, provider, type, date, description, notes, gbac, sizeBytes } = backup;
  return {
    name,
    provider,
    type,
    date: date.toISOString(),
    description,
    notes,
    sizeBytes,
    gbac: { read: [...gbac.read], write: [...gbac.write] },
  };
}
