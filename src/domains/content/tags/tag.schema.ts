import { Schema } from 'mongoose';
import { type TagRecord } from './tag.js';

/** Name under which the model is registered and injected. */
export const TAG_MODEL = 'Tag';

const text = { type: String, required: true };

// Found by `_id` alone, which follows from the name.
export const tagSchema = new Schema<Record<keyof TagRecord, unknown>>(
  {
    _id: text,
    name: text,
    description: { type: String, default: '' },
    created: { type: Date, required: true },
    createdBy: text,
  } satisfies Record<keyof TagRecord, unknown>,
  { collection: 'tags', strict: 'throw', versionKey: false },
);
