import { type BackupRecord, type BackupVersion } from './backups.dto.js';
import { type BackupText, type StoredBackup } from '../store/stored-backup.js';

/** A backup as the interface shows it. */
export function toBackupRecord(backup: StoredBackup, text: BackupText): BackupRecord {
  const { _id, name, provider, type, date, description, notes, gbac } = backup;
  const { rawConfig, xmlConfig } = text;
  return {
    id: _id,
    name,
    provider,
    type,
    date: date.toISOString(),
    rawConfig,
    xmlConfig,
    description,
    notes,
    gbac: { write: gbac.write, read: gbac.read },
  };
}

/** A backup without its texts. */
export function toBackupVersion(backup: StoredBackup): BackupVersion {
  const { _id, name, deviceId, provider, type, date, lastSeen, lastSeenBy, createdBy } = backup;
  const { sizeBytes, hasXml, description, notes, gbac } = backup;
  return {
    id: _id,
    name,
    deviceId,
    provider,
    type,
    date: date.toISOString(),
    lastSeen: lastSeen.toISOString(),
    lastSeenBy,
    createdBy,
    sizeBytes,
    hasXml,
    description,
    notes,
    gbac: { write: gbac.write, read: gbac.read },
  };
}
