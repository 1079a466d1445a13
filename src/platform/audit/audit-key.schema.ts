import { Schema } from 'mongoose';

/** Name under which the model is registered and injected. */
export const AUDIT_KEY_MODEL = 'AuditKey';

/** The key that the hashes of the trail are made with, sealed like every stored secret. */
export interface StoredAuditKey {
  readonly _id: string;
  /** 32 bytes in base64, sealed. */
  readonly sealed: string;
  readonly created: Date;
}

/** Found by `_id` alone, so it needs no further index. */
export const auditKeySchema = new Schema<StoredAuditKey>(
  {
    _id: { type: String, required: true },
    sealed: { type: String, required: true },
    created: { type: Date, required: true },
  } satisfies Record<keyof StoredAuditKey, unknown>,
  { collection: 'audit_keys', strict: 'throw', versionKey: false },
);
