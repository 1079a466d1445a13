import { Schema } from 'mongoose';

/** The requests of one caller in one minute, over all nodes. */
export interface RequestCount {
  /** Minute and caller: `29387520|principal:65f…`. */
  readonly _id: string;
  readonly requests: number;
  readonly expiresAt: Date;
}

export const REQUEST_COUNT = 'RequestCount';

const definition = {
  _id: { type: String, required: true },
  requests: { type: Number, required: true },
  expiresAt: { type: Date, required: true },
} satisfies Record<keyof RequestCount, unknown>;

export const requestCountSchema = new Schema<RequestCount>(definition, {
  collection: 'request_counts',
  strict: 'throw',
  versionKey: false,
});

// The removal of minutes that are over, which goes along with the counting.
requestCountSchema.index({ expiresAt: 1 });
