import { listOf } from '../../../api/lists/list-declaration.js';
import { BackupVersion } from './backups.dto.js';

/** The versions of a device, the newest first. */
export const BACKUP_VERSION_LIST = listOf('listDeviceBackups', {
  item: BackupVersion,
  order: ['date', -1],
  stored: { date: { path: 'date', date: true } },
});
