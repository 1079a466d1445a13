import { Schema } from 'mongoose';
import { type Attempts } from './attempts.js';

/** Name under which the model is registered and injected. */
export const ATTEMPTS_MODEL = 'LoginAttempts';

/** The failures of one user name or address, as they are stored. */
export interface StoredAttempts extends Attempts {
  /** `name:…` or `address:…`. */
  readonly _id: string;
  /** When the record has no effect any more. */
  readonly forgotten: Date;
}

export const attemptsSchema = new Schema<StoredAttempts>(
  {
    _id: { type: String, required: true },
    failures: { type: Number, required: true },
    lastFailure: { type: Date, required: true },
    blockedUntil: { type: Date, required: true },
    forgotten: { type: Date, required: true },
  } satisfies Record<keyof StoredAttempts, unknown>,
  { collection: 'login_attempts', strict: 'throw', versionKey: false },
);

// Sweep of forgotten records.
attemptsSchema.index({ forgotten: 1 });
// Sweep when there are too many: those with the fewest failures go first.
attemptsSchema.index({ failures: 1, lastFailure: 1 });
