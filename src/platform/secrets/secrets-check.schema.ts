import { Schema } from 'mongoose';

/** A fact about the platform as a whole that every node needs; one document for each fact. */
export interface StoredSecretsCheck {
  readonly _id: string;
  /** A known text, sealed: whoever can open it holds the right keys. */
  readonly sealed: string;
}

/** Where the check value lies. */
export const SECRETS_CHECK = { collection: 'platform_state', id: 'secrets-check' } as const;

/** Found by `_id` alone, so it needs no further index. */
export const secretsCheckSchema = new Schema(
  {
    _id: { type: String, required: true },
    sealed: { type: String, required: true },
  } satisfies Record<keyof StoredSecretsCheck, unknown>,
  { collection: SECRETS_CHECK.collection, strict: 'throw', versionKey: false },
);
