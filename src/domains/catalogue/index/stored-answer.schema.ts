import { Schema } from 'mongoose';

/** Name under which the model is registered and injected. */
export const STORED_ANSWER_MODEL = 'CatalogueAnswer';

/** An answer that nobody asked for again within this time is forgotten. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** An answer of a registry that may be used again. */
export interface StoredAnswer {
  /** What the adapter keeps it under. */
  readonly _id: string;
  readonly etag: string;
  readonly nextPage: string | null;
  /** JSON text: what is read of an answer may have any keys. */
  readonly content: string;
  /** When it was stored or, to the day, used last. */
  readonly used: Date;
}

export const storedAnswerSchema = new Schema<Record<keyof StoredAnswer, unknown>>(
  {
    _id: { type: String, required: true },
    etag: { type: String, required: true },
    nextPage: { type: String, default: null },
    content: { type: String, required: true },
    used: { type: Date, required: true },
  } satisfies Record<keyof StoredAnswer, unknown>,
  { collection: 'catalogue_answers', strict: 'throw', versionKey: false },
);
// Forgetting what nobody asked for again.
storedAnswerSchema.index({ used: 1 }, { name: 'age', expireAfterSeconds: KEPT_SECONDS });
