import { Schema } from 'mongoose';
import { type TriggerSchedule } from '../shape/trigger-definition.js';
import { type StoredTrigger, type StoredTriggerSecret } from '../stored/stored-trigger.js';

/** Name under which the model is registered and injected. */
export const TRIGGER_MODEL = 'Trigger';

const PLAIN = { _id: false, strict: 'throw' } as const;

const scheduleSchema = new Schema<Record<keyof TriggerSchedule, unknown>>(
  {
    recurrence: { type: Schema.Types.Mixed, required: true },
    firstRunAt: { type: Date, default: null },
    missedRuns: { type: String, required: true },
    concurrency: { type: String, required: true },
  } satisfies Record<keyof TriggerSchedule, unknown>,
  PLAIN,
);
const eventSchema = new Schema(
  { source: { type: String, required: true }, topic: { type: String, required: true } },
  PLAIN,
);
const secretSchema = new Schema<Record<keyof StoredTriggerSecret, unknown>>(
  {
    kind: { type: String, required: true },
    sealed: { type: String },
    hash: { type: String },
    created: { type: Date, required: true },
    createdBy: { type: String, required: true },
  } satisfies Record<keyof StoredTriggerSecret, unknown>,
  PLAIN,
);

export const triggerSchema = new Schema<Record<keyof StoredTrigger, unknown>>(
  {
    _id: { type: String, required: true },
    automationId: { type: String, required: true },
    position: { type: Number, required: true },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    // Empty text is what `required` would refuse.
    description: { type: String },
    descriptionFolded: { type: String },
    type: { type: String, required: true },
    enabled: { type: Boolean, required: true },
    route: { type: String },
    event: { type: eventSchema },
    schedule: { type: scheduleSchema },
    form: { type: String },
    document: { type: Schema.Types.Mixed, required: true },
    secret: { type: secretSchema },
    dueAt: { type: Date },
    planned: { type: Schema.Types.Mixed },
    lastMissed: { type: Date },
    packageId: { type: String },
    packagedHash: { type: String },
    revision: { type: Number, required: true },
    created: { type: Date, required: true },
    createdBy: { type: String, default: null },
    updated: { type: Date, required: true },
    updatedBy: { type: String, default: null },
    updatedWith: { type: [String], default: null },
  } satisfies Record<keyof StoredTrigger, unknown>,
  { collection: 'triggers', strict: 'throw', versionKey: false, minimize: false },
);
// The triggers of an automation in their order, and lists of several automations' triggers.
triggerSchema.index({ automationId: 1, position: 1, _id: 1 }, { name: 'automation' });
// GET /operations-manager/triggers; what filters look at stands in the index.
triggerSchema.index(
  { nameFolded: 1, _id: 1, automationId: 1, type: 1, enabled: 1, name: 1, descriptionFolded: 1 },
  { name: 'list' },
);
// The same for those of a description, or of one that begins with a text.
triggerSchema.index(
  { descriptionFolded: 1, nameFolded: 1, _id: 1, automationId: 1 },
  { name: 'description' },
);
// No two triggers have the same route; the call by a route.
triggerSchema.index(
  { route: 1 },
  { name: 'route', unique: true, partialFilterExpression: { route: { $exists: true } } },
);
// Triggers that an event may start.
triggerSchema.index(
  { 'event.source': 1, 'event.topic': 1, _id: 1 },
  { name: 'event', partialFilterExpression: { event: { $exists: true } } },
);
// Every schedule.
triggerSchema.index(
  { type: 1, enabled: 1, _id: 1 },
  { name: 'schedule', partialFilterExpression: { schedule: { $exists: true } } },
);
// Schedules that are due, or that nobody has looked at: of thousands those alone are read.
triggerSchema.index(
  { dueAt: 1, _id: 1 },
  {
    name: 'due',
    partialFilterExpression: { schedule: { $exists: true }, enabled: true },
  },
);
// GET /operations-manager/triggers with `missedSince`: of all triggers those that have ever missed a run.
triggerSchema.index(
  { nameFolded: 1, _id: 1, lastMissed: 1, automationId: 1 },
  { name: 'missed', partialFilterExpression: { lastMissed: { $exists: true } } },
);
// What a package brought.
triggerSchema.index(
  { packageId: 1, _id: 1 },
  { name: 'package', partialFilterExpression: { packageId: { $exists: true } } },
);
// Triggers whose answers are not sealed yet.
triggerSchema.index(
  { automationId: 1, revision: 1 },
  {
    name: 'open-answers',
    partialFilterExpression: { 'document.formData': { $type: 'object' } },
  },
);
// Manual triggers whose data answers a form.
triggerSchema.index(
  { form: 1, _id: 1 },
  { name: 'form', partialFilterExpression: { form: { $exists: true } } },
);
