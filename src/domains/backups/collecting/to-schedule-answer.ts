import { type BackupSchedule } from './backup-schedule.js';
import { type BackupScheduleShown, type NewBackupScheduleShown } from './schedules.dto.js';

/** A schedule that has not come round yet. */
export function toNewSchedule(schedule: BackupSchedule): NewBackupScheduleShown {
  const { _id, name, description, enabled, recurrence, selection, jitterSeconds } = schedule;
  const { dueAt, created, createdBy, updated, updatedBy } = schedule;
  const isCron = recurrence.kind === 'cron';
  return {
    _id,
    name,
    description,
    enabled,
    jitterSeconds,
    cron: isCron ? recurrence.cron : null,
    timeZone: isCron ? recurrence.timeZone : null,
    everyMinutes: isCron ? null : recurrence.everyMinutes,
    devices: selection.names,
    groups: selection.groups,
    types: selection.types,
    all: selection.all,
    nextRun: dueAt?.toISOString() ?? null,
    created: created.toISOString(),
    createdBy,
    lastUpdated: updated.toISOString(),
    lastUpdatedBy: updatedBy,
  };
}

/** A schedule as answers show it. */
export function toSchedule(schedule: BackupSchedule): BackupScheduleShown {
  const { last } = schedule;
  const lastRun = last && { at: last.at.toISOString(), run: last.runId, skipped: last.skipped };
  return Object.assign(toNewSchedule(schedule), { lastRun });
}
