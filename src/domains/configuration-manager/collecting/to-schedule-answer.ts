import { type BackupSchedule } from './backup-schedule.js';
import { type BackupScheduleShown } from './schedules.dto.js';

/** A schedule as answers show it. */
export function toSchedule(schedule: BackupSchedule): BackupScheduleShown {
  const { _id, name, description, enabled, recurrence, selection, jitterSeconds } = schedule;
  const { dueAt, last, created, createdBy, updated, updatedBy } = schedule;
  const isCron = recurrence.kind === 'cron';
  return {
    ...{ _id, name, description, enabled, jitterSeconds },
    cron: isCron ? recurrence.cron : null,
    timeZone: isCron ? recurrence.timeZone : null,
    everyMinutes: isCron ? null : recurrence.everyMinutes,
    devices: selection.names,
    groups: selection.groups,
    types: selection.types,
    all: selection.all,
    nextRun: dueAt?.toISOString() ?? null,
    lastRun: last && { at: last.at.toISOString(), run: last.runId, skipped: last.skipped },
    created: created.toISOString(),
    createdBy,
    lastUpdated: updated.toISOString(),
    lastUpdatedBy: updatedBy,
  };
}
