import { Schema } from 'mongoose';
import { guardedIndex, JOINTLY_GUARDED_FIELDS } from '../../../platform/database/gbac-filter.js';
import { type StoredJob } from './stored-job.js';

/** Names under which the models are registered and injected. */
export const JOB_MODEL = 'Job';
export const JOB_PLAN_MODEL = 'JobPlan';

/** The name under which totals of jobs are kept: whoever removes jobs does it as a change of this list. */
export const JOB_TOTALS = 'jobs';

const text = { type: String, required: true };
/** Empty text is what `required` would refuse. */
const anyText = { type: String };
const orNull = { type: String, default: null };
const time = { type: Date, default: null };

export const jobSchema = new Schema<Record<keyof StoredJob, unknown>>(
  {
    ...JOINTLY_GUARDED_FIELDS,
    _id: text,
    rev: { type: Number, required: true },
    status: text,
    name: text,
    workflowId: orNull,
    planId: text,
    description: anyText,
    parent: { type: Schema.Types.Mixed, default: null },
    parentRev: { type: Number, required: true },
    mendedRev: { type: Number, required: true },
    ancestors: { type: [String], required: true },
    rootId: text,
    rootStarter: anyText,
    takesPlace: { type: Boolean, required: true },
    queuedDepth: { type: Number, default: null },
    canceledFromAbove: time,
    descendants: { type: Number, required: true },
    startedBy: { type: Schema.Types.Mixed, default: null },
    startedWith: { type: [String], default: null },
    answerable: { type: [Schema.Types.Mixed], default: undefined },
    automationId: orNull,
    triggerId: orNull,
    chain: { type: [String], required: true },
    watchers: { type: [String], required: true },
    startedAt: { type: Date, required: true },
    endedAt: time,
    updatedAt: { type: Date, required: true },
    standsAt: { type: [Schema.Types.Mixed], required: true },
    mocks: orNull,
    secrets: orNull,
    state: text,
    outbox: orNull,
    keptBytes: { type: Number },
    keptUnits: { type: Number },
    wakeAt: time,
  } satisfies Record<keyof StoredJob, unknown>,
  { collection: 'jobs', strict: 'throw', versionKey: false, minimize: false },
);
// GET /operations-manager/jobs, the latest first; what filters look at stands in the index.
jobSchema.index({ startedAt: -1, _id: -1, status: 1, name: 1 }, { name: 'list' });
// The same for those who may not see everything.
jobSchema.index({ ...guardedIndex({ startedAt: -1 }), status: 1, name: 1 }, { name: 'readable' });
// Lists of one status, and of one workflow.
jobSchema.index({ status: 1, startedAt: -1, _id: -1, name: 1 }, { name: 'status' });
jobSchema.index({ name: 1, startedAt: -1, _id: -1, status: 1 }, { name: 'workflow' });
// Jobs that stand at a task.
jobSchema.index(
  { 'standsAt.task': 1, startedAt: -1, _id: -1 },
  { name: 'standing', partialFilterExpression: { 'standsAt.task': { $exists: true } } },
);
// How many run of a workflow.
jobSchema.index(
  { workflowId: 1 },
  { name: 'running', partialFilterExpression: { status: 'running' } },
);
// How many are at work: of a family, of all whose root one account has started, and in all.
jobSchema.index(
  { takesPlace: 1, rootStarter: 1, rootId: 1 },
  { name: 'places', partialFilterExpression: { takesPlace: true } },
);
// Those that wait for their turn, the deepest of each family first, one parent after the other.
jobSchema.index(
  {
    rootStarter: 1,
    rootId: 1,
    queuedDepth: -1,
    'parent.iteration': 1,
    'parent.index': 1,
  },
  { name: 'queued', partialFilterExpression: { queuedDepth: { $type: 'int' } } },
);
// How much the jobs keep whose root one account has started.
jobSchema.index(
  { rootStarter: 1, keptUnits: 1 },
  { name: 'kept', partialFilterExpression: { keptUnits: { $gt: 0 } } },
);
// The open jobs of a family.
jobSchema.index({ rootId: 1, endedAt: 1 }, { name: 'family' });
// Those whose state does not say yet that they were canceled.
jobSchema.index(
  { canceledFromAbove: 1, _id: 1 },
  { name: 'canceled', partialFilterExpression: { canceledFromAbove: { $type: 'date' } } },
);
// What a node must look at: timers that are due, and what a crash has left.
jobSchema.index(
  { wakeAt: 1, _id: 1 },
  { name: 'wake', partialFilterExpression: { wakeAt: { $type: 'date' } } },
);
// The children of an iteration, in their order.
jobSchema.index(
  { 'parent.iteration': 1, 'parent.index': 1 },
  { name: 'children', partialFilterExpression: { 'parent.iteration': { $exists: true } } },
);
// Jobs that ended long ago, and how many ended since: of one status, and of those that somebody may see.
const ENDED = { partialFilterExpression: { endedAt: { $gte: new Date(0) } } } as const;
jobSchema.index({ status: 1, endedAt: 1, _id: 1 }, { name: 'endedByStatus', ...ENDED });
jobSchema.index({ readers: 1, status: 1, endedAt: 1 }, { name: 'readableEnded', ...ENDED });

/** A workflow as jobs began with it, in pieces: a document holds 16 MiB at most. */
export interface StoredPlanPiece {
  /** SHA-256 of the canonical document, `/`, number of the piece. */
  readonly _id: string;
  readonly planId: string;
  readonly piece: number;
  readonly pieces: number;
  readonly text: string;
  /** When a job last began with it: what nobody uses any more is swept. */
  readonly usedAt: Date;
}

export const jobPlanSchema = new Schema<Record<keyof StoredPlanPiece, unknown>>(
  {
    _id: text,
    planId: text,
    piece: { type: Number, required: true },
    pieces: { type: Number, required: true },
    text,
    usedAt: { type: Date, required: true },
  } satisfies Record<keyof StoredPlanPiece, unknown>,
  { collection: 'job_plans', strict: 'throw', versionKey: false },
);
// All pieces of one.
jobPlanSchema.index({ planId: 1, piece: 1 }, { name: 'plan', unique: true });
// What has not been used for long.
jobPlanSchema.index({ usedAt: 1 }, { name: 'used' });
