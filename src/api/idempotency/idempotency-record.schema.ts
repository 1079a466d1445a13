import { Schema } from 'mongoose';
import { type IdempotencyRecord } from './idempotency-record.js';

export const IDEMPOTENCY_RECORD = 'IdempotencyRecord';

const definition = {
  _id: { type: String, required: true },
  attempt: { type: String, required: true },
  fingerprint: { type: String, required: true },
  leaseUntil: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
  answer: { type: Schema.Types.Mixed, default: null },
} satisfies Record<keyof IdempotencyRecord, unknown>;

export const idempotencyRecordSchema = new Schema<IdempotencyRecord>(definition, {
  collection: 'idempotency_keys',
  strict: 'throw',
  versionKey: false,
  minimize: false,
});

// The sweep of expired keys.
idempotencyRecordSchema.index({ expiresAt: 1 });
