import { Schema } from 'mongoose';
import { type MissedRunsOf } from '../schedule/planned-schedule.js';
import { type TriggerRun } from './trigger-run.js';

/** Name under which the model is registered and injected. */
export const TRIGGER_RUN_MODEL = 'TriggerRun';

const FORGOTTEN_AFTER_SECONDS = 90 * 24 * 3600;

const missedSchema = new Schema<Record<keyof MissedRunsOf, unknown>>(
  {
    first: { type: Date, required: true },
    last: { type: Date, required: true },
    count: { type: Number, required: true },
  } satisfies Record<keyof MissedRunsOf, unknown>,
  { _id: false, strict: 'throw' },
);

export const triggerRunSchema = new Schema<Record<keyof TriggerRun, unknown>>(
  {
    _id: { type: String, required: true },
    triggerId: { type: String, required: true },
    automationId: { type: String, required: true },
    occurrence: { type: String, required: true },
    outcome: { type: String, required: true },
    reason: { type: String, default: null },
    jobId: { type: String, default: null },
    missed: { type: missedSchema, default: null },
    at: { type: Date, required: true },
  } satisfies Record<keyof TriggerRun, unknown>,
  { collection: 'trigger_runs', strict: 'throw', versionKey: false, minimize: false },
);
// GET /operations-manager/triggers/:id/runs, newest first, all or those of one outcome.
triggerRunSchema.index({ triggerId: 1, at: -1, _id: -1, outcome: 1 }, { name: 'list' });
// Runs of long ago.
triggerRunSchema.index(
  { at: 1 },
  { name: 'forgotten', expireAfterSeconds: FORGOTTEN_AFTER_SECONDS },
);
