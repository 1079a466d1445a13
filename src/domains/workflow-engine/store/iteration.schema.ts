import { Schema } from 'mongoose';
import { JOINTLY_GUARDED_FIELDS } from '../../../platform/database/gbac-filter.js';
import { type StoredIteration } from './stored-iteration.js';

/** Name under which the model is registered and injected. */
export const ITERATION_MODEL = 'JobTask';

const text = { type: String, required: true };
/** Empty text is what `required` would refuse. */
const anyText = { type: String };
const orNull = { type: String, default: null };
const time = { type: Date, default: null };
const number = { type: Number, required: true };

export const iterationSchema = new Schema<Record<keyof StoredIteration, unknown>>(
  {
    ...JOINTLY_GUARDED_FIELDS,
    _id: text,
    jobId: text,
    starter: anyText,
    family: anyText,
    task: anyText,
    name: anyText,
    app: anyText,
    kind: text,
    number,
    generation: number,
    loopIndex: { type: Number, default: null },
    status: text,
    finish: orNull,
    startedAt: { type: Date, required: true },
    endedAt: time,
    serverId: anyText,
    input: text,
    output: orNull,
    error: orNull,
    attempt: number,
    lease: { type: Schema.Types.Mixed, default: null },
    outcome: orNull,
    outcomeAt: time,
    delivered: { type: Boolean, required: true },
    claimableAt: time,
    manual: { type: Schema.Types.Mixed, default: null },
    listener: orNull,
    listensTo: orNull,
    mocked: { type: Boolean, required: true },
  } satisfies Record<keyof StoredIteration, unknown>,
  { collection: 'job_tasks', strict: 'throw', versionKey: false, minimize: false },
);
// The iterations of a job by task, and in the order of time.
iterationSchema.index({ jobId: 1, task: 1, number: 1 }, { name: 'task', unique: true });
iterationSchema.index({ jobId: 1, startedAt: 1, _id: 1 }, { name: 'job' });
// What a worker may claim.
iterationSchema.index(
  { claimableAt: 1, _id: 1 },
  { name: 'claimable', partialFilterExpression: { claimableAt: { $type: 'date' } } },
);
// The same, by whose turn it is.
iterationSchema.index(
  { starter: 1, family: 1, claimableAt: 1, _id: 1 },
  { name: 'familyTurns', partialFilterExpression: { claimableAt: { $type: 'date' } } },
);
// What a worker has finished and no step has heard of.
iterationSchema.index(
  { outcomeAt: 1, _id: 1 },
  { name: 'undelivered', partialFilterExpression: { delivered: false } },
);
// Manual tasks that are open, the latest first: for all, and for those who may not see everything.
const OPEN = { status: 'running', kind: 'manual' };
iterationSchema.index(
  { startedAt: -1, _id: -1 },
  { name: 'manual', partialFilterExpression: OPEN },
);
iterationSchema.index(
  { readers: 1, startedAt: -1, _id: -1 },
  { name: 'manualReadable', partialFilterExpression: OPEN },
);
// The same of one owner, one workflow, one group.
iterationSchema.index(
  { 'manual.owner.id': 1, startedAt: -1, _id: -1 },
  {
    name: 'manualOwner',
    partialFilterExpression: { ...OPEN, 'manual.owner.id': { $exists: true } },
  },
);
iterationSchema.index(
  { 'manual.workflow': 1, startedAt: -1, _id: -1 },
  { name: 'manualWorkflow', partialFilterExpression: OPEN },
);
iterationSchema.index(
  { 'manual.groups': 1, startedAt: -1, _id: -1 },
  { name: 'manualGroup', partialFilterExpression: OPEN },
);
// Manual tasks that have a time, and those of them that are not told of as overdue.
iterationSchema.index(
  { 'manual.dueAt': 1, _id: 1 },
  {
    name: 'manualDue',
    partialFilterExpression: { ...OPEN, 'manual.dueAt': { $type: 'date' } },
  },
);
iterationSchema.index(
  { 'manual.dueAt': 1, _id: 1 },
  {
    name: 'due',
    partialFilterExpression: {
      ...OPEN,
      'manual.overdueTold': false,
      'manual.dueAt': { $type: 'date' },
    },
  },
);
// What waits for an event.
iterationSchema.index(
  { listensTo: 1, _id: 1 },
  {
    name: 'listening',
    partialFilterExpression: { status: 'running', listensTo: { $type: 'string' } },
  },
);
// What has waited for events only for a short time.
iterationSchema.index(
  { startedAt: 1, _id: 1 },
  {
    name: 'listeningSince',
    partialFilterExpression: { status: 'running', listensTo: { $type: 'string' } },
  },
);
