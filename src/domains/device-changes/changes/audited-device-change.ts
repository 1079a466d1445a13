import { EVERYONE } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { type StoredDeviceChange } from './stored-device-change.js';

/** What the audit trail keeps of a change: who it was says the entry; texts are masked. */
export function auditedDeviceChange(change: StoredDeviceChange): AuditedChange {
  const { _id, name, readers, deviceId, outcome, comment, sent, diff, detail } = change;
  const { restoredBackupId, beforeBackupId, afterBackupId, refusedLine } = change;
  const after: JsonObject = {
    device: name,
    deviceId,
    outcome,
    comment,
    sent: [...sent],
    diff,
    detail,
    restoredBackupId,
    beforeBackupId,
    afterBackupId,
    refusedLine,
  };
  const hidden = !readers.includes(EVERYONE);
  return { object: { type: 'device-change', id: _id, name, hidden }, before: null, after };
}
