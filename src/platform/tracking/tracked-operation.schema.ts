import { Schema } from 'mongoose';
import { type StoredOperation } from './stored-operation.js';

/** Name under which the model is registered and injected. */
export const TRACKED_OPERATION_MODEL = 'TrackedOperation';

const KEPT_SECONDS = 7 * 24 * 3600;
const text = { type: String, required: true };
const orNull = { type: String, default: null };
const time = { type: Date, default: null };
const free = { type: Schema.Types.Mixed, default: null };

export const trackedOperationSchema = new Schema<Record<keyof StoredOperation, unknown>>(
  {
    _id: text,
    rev: { type: Number, required: true },
    kind: text,
    subject: { type: String, default: '' },
    state: text,
    isCancellable: { type: Boolean, required: true },
    isCancelAsked: { type: Boolean, required: true },
    progress: { type: Schema.Types.Mixed, required: true },
    accountId: orNull,
    username: orNull,
    requestId: orNull,
    node: text,
    created: { type: Date, required: true },
    started: time,
    finished: time,
    beat: { type: Date },
    failure: free,
    result: free,
  } satisfies Record<keyof StoredOperation, unknown>,
  { collection: 'tracked_operations', strict: 'throw', versionKey: false, minimize: false },
);
// GET /admin/operations, the latest first: who may see which is decided by the keys alone.
trackedOperationSchema.index(
  { created: -1, _id: -1, kind: 1, state: 1, accountId: 1 },
  { name: 'list' },
);
// Operations whose node says nothing any more: only those that go on have a beat.
trackedOperationSchema.index(
  { beat: 1 },
  { name: 'beat', partialFilterExpression: { beat: { $exists: true } } },
);
trackedOperationSchema.index(
  { finished: 1 },
  { name: 'finished', expireAfterSeconds: KEPT_SECONDS },
);
