import { Schema } from 'mongoose';

/** Name under which the model is registered and injected. */
export const EVENT_DUPLICATE_MODEL = 'EventDuplicate';

/** An event that is not stored again for a while. */
export interface RememberedEvent {
  /** Hash of what makes two events the same (`duplicateKey`). */
  readonly _id: string;
  /** Id of the event as it is stored. */
  readonly event: string;
  readonly at: Date;
  readonly until: Date;
}

export const eventDuplicateSchema = new Schema<RememberedEvent>(
  {
    _id: { type: String, required: true },
    event: { type: String, required: true },
    at: { type: Date, required: true },
    until: { type: Date, required: true },
  } satisfies Record<keyof RememberedEvent, unknown>,
  { collection: 'event_duplicates', strict: 'throw', versionKey: false },
);

// The newest ones are kept when there are too many; that is all that removes any.
eventDuplicateSchema.index({ at: -1 });
