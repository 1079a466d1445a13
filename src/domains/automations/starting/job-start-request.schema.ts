import { Schema } from 'mongoose';
import { type StoredJobStart } from './job-start-request.js';

/** Name under which the model is registered and injected. */
export const JOB_START_REQUEST_MODEL = 'JobStartRequest';

/** Longer than any `Idempotency-Key`, event or run of a trigger is remembered. */
const FORGOTTEN_AFTER_SECONDS = 90 * 24 * 3600;

export const jobStartRequestSchema = new Schema<Record<keyof StoredJobStart, unknown>>(
  {
    _id: { type: String, required: true },
    status: { type: String, required: true },
    workflowId: { type: String, required: true },
    workflowName: { type: String, required: true },
    // Text alone: what is not sealed cannot be written by mistake.
    variables: { type: String },
    fingerprint: { type: String, required: true },
    // Empty text is what `required` would refuse.
    description: { type: String },
    automationId: { type: String, required: true },
    triggerId: { type: String, required: true },
    gbac: { type: Schema.Types.Mixed },
    startedBy: { type: String, required: true },
    startedByName: { type: String, required: true },
    startedWith: { type: [String], default: null },
    answerable: { type: [Schema.Types.Mixed], default: undefined },
    chain: { type: [String], required: true },
    at: { type: Date, required: true },
    endedAt: { type: Date },
  } satisfies Record<keyof StoredJobStart, unknown>,
  { collection: 'job_start_requests', strict: 'throw', versionKey: false, minimize: false },
);
// What the engine takes over: one starter after the other, of each the oldest first.
jobStartRequestSchema.index(
  { status: 1, startedBy: 1, at: 1, _id: 1 },
  { name: 'turns', partialFilterExpression: { status: 'waiting' } },
);
// Whether a job of a trigger is under way.
jobStartRequestSchema.index({ triggerId: 1, status: 1 }, { name: 'trigger' });
// Requests whose jobs ended long ago.
jobStartRequestSchema.index(
  { endedAt: 1 },
  { name: 'forgotten', expireAfterSeconds: FORGOTTEN_AFTER_SECONDS },
);
