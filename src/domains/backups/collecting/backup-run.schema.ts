import { Schema } from 'mongoose';
import { type BackupRun, type RunItem } from './backup-run.js';

/** Names under which the models are registered and injected. */
export const BACKUP_RUN_MODEL = 'BackupRun';
export const RUN_ITEM_MODEL = 'BackupRunItem';

const KEPT_SECONDS = 30 * 24 * 3600;
const text = { type: String, required: true };
const anyText = { type: String, default: '' };
const orNull = { type: String, default: null };
const time = { type: Date, default: null };

export const backupRunSchema = new Schema<Record<keyof BackupRun, unknown>>(
  {
    _id: text,
    by: orNull,
    scheduleId: orNull,
    occurrence: time,
    selection: { type: Schema.Types.Mixed, required: true },
    description: anyText,
    notes: anyText,
    total: { type: Number, default: null },
    created: { type: Date, required: true },
    finished: time,
  } satisfies Record<keyof BackupRun, unknown>,
  { collection: 'backup_runs', strict: 'throw', versionKey: false, minimize: false },
);
// GET /configuration_manager/backup-runs, the latest first.
backupRunSchema.index({ created: -1, _id: -1 }, { name: 'list' });
backupRunSchema.index({ finished: 1 }, { name: 'finished', expireAfterSeconds: KEPT_SECONDS });

export const runItemSchema = new Schema<Record<keyof RunItem, unknown>>(
  {
    _id: text,
    runId: text,
    deviceId: text,
    name: text,
    readers: { type: [String], required: true },
    state: text,
    priority: { type: Number, required: true },
    due: { type: Date },
    holder: orNull,
    attempts: { type: Number, required: true },
    outcome: orNull,
    backupId: orNull,
    code: orNull,
    detail: orNull,
    started: time,
    finished: time,
  } satisfies Record<keyof RunItem, unknown>,
  { collection: 'backup_run_items', strict: 'throw', versionKey: false },
);
// What is to be done next.
runItemSchema.index(
  { priority: 1, due: 1, _id: 1 },
  { name: 'due', partialFilterExpression: { due: { $exists: true } } },
);
// GET /configuration_manager/backup-runs/:id: parts of a run by name, and how many are in which state.
runItemSchema.index({ runId: 1, name: 1, _id: 1, state: 1, outcome: 1 }, { name: 'run' });
// Who may see a device may see what became of it.
runItemSchema.index({ deviceId: 1 }, { name: 'device' });
runItemSchema.index({ finished: 1 }, { name: 'finished', expireAfterSeconds: KEPT_SECONDS });
