import { Schema } from 'mongoose';
import { type AuditRecord } from './audit-entry.js';

/** Name under which the model is registered and injected. */
export const AUDIT_RECORD_MODEL = 'AuditRecord';

const textOrNull = { type: String, default: null };

/** Records are written by insertion alone; nothing in the platform changes one. */
export const auditRecordSchema = new Schema<Record<keyof AuditRecord, unknown>>(
  {
    _id: { type: String, required: true },
    chain: { type: String, required: true },
    sequence: { type: Number, required: true },
    at: { type: Date, required: true },
    until: { type: Date, required: true },
    kind: { type: String, required: true },
    outcome: { type: String, required: true },
    accountId: textOrNull,
    username: textOrNull,
    usernameFolded: textOrNull,
    provenance: textOrNull,
    credential: textOrNull,
    credentialId: textOrNull,
    address: textOrNull,
    userAgent: textOrNull,
    requestId: textOrNull,
    operation: textOrNull,
    status: { type: Number, default: null },
    via: textOrNull,
    count: { type: Number, required: true },
    reason: textOrNull,
    nameHash: textOrNull,
    changes: { type: Schema.Types.Mixed, required: true },
    objectKeys: { type: [String], required: true },
    heads: { type: Schema.Types.Mixed, required: true },
    removed: { type: Schema.Types.Mixed, required: true },
    keyId: { type: String, required: true },
    previousHash: { type: String, default: '' },
    hash: { type: String, required: true },
  } satisfies Record<keyof AuditRecord, unknown>,
  { collection: 'audit_entries', strict: 'throw', versionKey: false, minimize: false },
);

// No two records in one place of a chain; verification walks it, a new chain reads the ends of all.
auditRecordSchema.index({ chain: 1, sequence: 1 }, { unique: true });
// GET /audit, newest first, with each filter that a caller begins with; a range of time narrows any.
auditRecordSchema.index({ at: -1, _id: -1 });
auditRecordSchema.index({ kind: 1, at: -1, _id: -1 });
auditRecordSchema.index({ outcome: 1, at: -1, _id: -1 });
auditRecordSchema.index({ accountId: 1, at: -1, _id: -1 });
auditRecordSchema.index({ usernameFolded: 1, at: -1, _id: -1 });
auditRecordSchema.index({ operation: 1, at: -1, _id: -1 });
auditRecordSchema.index({ objectKeys: 1, at: -1, _id: -1 });
auditRecordSchema.index({ address: 1, at: -1, _id: -1 });
auditRecordSchema.index({ requestId: 1, at: -1, _id: -1 });
