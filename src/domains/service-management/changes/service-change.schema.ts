import { Schema } from 'mongoose';
import { type ChangeActor, type StoredChange, type StoredChangeItem } from './service-change.js';

/** Names under which the models are registered and injected. */
export const SERVICE_CHANGE_MODEL = 'ServiceChange';
export const SERVICE_CHANGE_ITEM_MODEL = 'ServiceChangeItem';

const KEPT_SECONDS = 90 * 24 * 3600;

const text = { type: String, required: true };
const noText = { type: String, default: null };
const flag = { type: Boolean, required: true };
const whole = { type: Number, required: true };
const instant = { type: Date, required: true };

const actorSchema = new Schema<Record<keyof ChangeActor, unknown>>(
  {
    accountId: text,
    username: { type: String, default: '' },
    provenance: { type: String, default: '' },
  } satisfies Record<keyof ChangeActor, unknown>,
  { _id: false, strict: 'throw' },
);

export const serviceChangeSchema = new Schema<Record<keyof StoredChange | 'leaseUntil', unknown>>(
  {
    _id: text,
    requestKey: { type: String },
    requestHash: { type: String, default: '' },
    kind: text,
    state: text,
    isBackground: flag,
    isAtomic: flag,
    adapterId: noText,
    adapterName: noText,
    northbound: noText,
    options: text,
    total: whole,
    by: { type: actorSchema, required: true },
    created: instant,
    finished: { type: Date, default: null },
    attempt: text,
    // Whose attempt it is until then; the repository alone reads it, by the clock of the database.
    leaseUntil: instant,
  } satisfies Record<keyof StoredChange | 'leaseUntil', unknown>,
  { collection: 'service_changes', strict: 'throw', versionKey: false },
);
// A repeated request finds what became of the first one.
serviceChangeSchema.index(
  { requestKey: 1 },
  {
    name: 'request_key',
    unique: true,
    partialFilterExpression: { requestKey: { $exists: true } },
  },
);
// GET /service_management/changes, newest first, all or those of one kind; and those of long ago.
serviceChangeSchema.index({ created: -1, _id: -1, kind: 1 }, { name: 'list' });
serviceChangeSchema.index({ kind: 1, created: -1, _id: -1 }, { name: 'list_kind' });
serviceChangeSchema.index({ created: 1 }, { name: 'forgotten', expireAfterSeconds: KEPT_SECONDS });
// Those whose node is gone.
serviceChangeSchema.index({ state: 1, leaseUntil: 1 }, { name: 'lease' });

export const serviceChangeItemSchema = new Schema<Record<keyof StoredChangeItem, unknown>>(
  {
    _id: text,
    changeId: text,
    position: whole,
    pointer: text,
    servicePath: text,
    xpath: text,
    keyLeaves: { type: [String], default: [] },
    content: text,
    demandedHash: noText,
    isSent: flag,
    outcome: noText,
    action: noText,
    target: { type: [String], default: [] },
    error: noText,
    planHash: noText,
    dryrun: noText,
    reverse: noText,
    created: instant,
  } satisfies Record<keyof StoredChangeItem, unknown>,
  { collection: 'service_change_items', strict: 'throw', versionKey: false },
);
// The items of a change in order, and how many came to what.
serviceChangeItemSchema.index({ changeId: 1, position: 1, outcome: 1 }, { name: 'items' });
serviceChangeItemSchema.index(
  { created: 1 },
  { name: 'forgotten', expireAfterSeconds: KEPT_SECONDS },
);
