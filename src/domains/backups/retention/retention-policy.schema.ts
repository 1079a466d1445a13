import { Schema } from 'mongoose';
import { type RetentionPolicy } from './retention-policy.js';

/** Name under which the model is registered and injected. */
export const RETENTION_POLICY_MODEL = 'RetentionPolicy';

/** A few documents. */
export const retentionPolicySchema = new Schema<Record<keyof RetentionPolicy, unknown>>(
  {
    _id: { type: String },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    enabled: { type: Boolean, required: true },
    namePattern: { type: String },
    types: { type: [String], required: true },
    keepLast: { type: Number },
    keepDays: { type: Number },
    keepDaily: { type: Number },
    keepWeekly: { type: Number },
    keepMonthly: { type: Number },
    author: { type: Schema.Types.Mixed, default: null },
    revision: { type: Number, required: true },
    lastRun: { type: Date },
    lastDeleted: { type: Number },
  } satisfies Record<keyof RetentionPolicy, unknown>,
  { collection: 'retention_policies', strict: 'throw', versionKey: false },
);
// The list, and no two of one name.
retentionPolicySchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
