import { Schema } from 'mongoose';
import { type Attempts } from './attempts.js';
import { type KnownNetwork } from './known-networks.js';

/** Name under which the model is registered and injected. */
export const ATTEMPTS_MODEL = 'LoginAttempts';

/** The failures of one user name, of one address, or of a name from an address, as they are stored. */
export interface StoredAttempts extends Attempts {
  /** `name:…`, `address:…`, `stranger:…` or `pair:…`. */
  readonly _id: string;
  /** When the record has no effect any more. */
  readonly forgotten: Date;
  /** Of a name: until when it is made to wait, at one address at least. */
  readonly lockedUntil?: Date;
  /** Of a name: networks from which it was signed in with, the latest last. */
  readonly known?: readonly KnownNetwork[];
}

export const attemptsSchema = new Schema<StoredAttempts>(
  {
    _id: { type: String, required: true },
    failures: { type: Number, required: true },
    lastFailure: { type: Date, required: true },
    blockedUntil: { type: Date, required: true },
    forgotten: { type: Date, required: true },
    lockedUntil: { type: Date },
    known: { type: [Schema.Types.Mixed], default: undefined },
  } satisfies Record<keyof StoredAttempts, unknown>,
  { collection: 'login_attempts', strict: 'throw', versionKey: false },
);

// Sweep of forgotten records; when there are too many, those that are forgotten soonest go first.
attemptsSchema.index({ forgotten: 1 });
