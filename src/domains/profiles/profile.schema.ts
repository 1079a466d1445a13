import { Schema } from 'mongoose';
import { type StoredProfile } from './profile.js';

/** Name under which the model is registered and injected. */
export const PROFILE_MODEL = 'Profile';

export const profileSchema = new Schema<Record<keyof StoredProfile, unknown>>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    revision: { type: Number, required: true },
    activation: { type: Number, required: true },
    document: { type: Schema.Types.Mixed, required: true },
    created: { type: Date, required: true },
    updated: { type: Date, required: true },
  } satisfies Record<keyof StoredProfile, unknown>,
  {
    collection: 'profiles',
    strict: 'throw',
    versionKey: false,
    minimize: false,
  },
);

// No two profiles of one name; `/profiles` lists, finds and searches them by it.
profileSchema.index({ nameFolded: 1 }, { unique: true });
// Every operation: the active profile is the one with the highest activation, so two cannot share it.
profileSchema.index(
  { activation: -1 },
  { unique: true, partialFilterExpression: { activation: { $gt: 0 } } },
);
