import { listOf } from '../../../api/lists/list-declaration.js';
import { BackupRunShown } from './collecting.dto.js';
import { BackupScheduleShown } from './schedules.dto.js';

/** Schedules of backups, by name. */
export const BACKUP_SCHEDULE_LIST = listOf('listBackupSchedules', {
  item: BackupScheduleShown,
  order: ['name', 1],
  stored: { name: { path: 'name', folded: 'nameFolded' } },
});

/** Runs of backups, the latest first. */
export const BACKUP_RUN_LIST = listOf('listBackupRuns', {
  item: BackupRunShown,
  order: ['created', -1],
  stored: { created: { path: 'created', date: true } },
});
