import { Schema } from 'mongoose';
import { type BackupSchedule } from './backup-schedule.js';

/** Name under which the model is registered and injected. */
export const BACKUP_SCHEDULE_MODEL = 'BackupSchedule';

const text = { type: String, required: true };
const time = { type: Date, required: true };
const part = { type: Schema.Types.Mixed, required: true };

export const backupScheduleSchema = new Schema<Record<keyof BackupSchedule, unknown>>(
  {
    _id: text,
    name: text,
    nameFolded: text,
    description: { type: String, default: '' },
    enabled: { type: Boolean, required: true },
    recurrence: part,
    selection: part,
    jitterSeconds: { type: Number, default: null },
    dueAt: { type: Date, default: null },
    last: { type: Schema.Types.Mixed, default: null },
    revision: { type: Number, required: true },
    created: time,
    createdBy: text,
    updated: time,
    updatedBy: text,
  } satisfies Record<keyof BackupSchedule, unknown>,
  { collection: 'backup_schedules', strict: 'throw', versionKey: false, minimize: false },
);
// A name is taken once; lists are in its order.
backupScheduleSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// What is due.
backupScheduleSchema.index({ dueAt: 1 }, { name: 'due' });
