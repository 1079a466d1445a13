import { Schema } from 'mongoose';

/** Name under which the model is registered and injected. */
export const EVENT_COUNTER_MODEL = 'EventCounter';

/** Where the log of events begins and ends. There is one record. */
export interface EventCounter {
  readonly _id: string;
  /** The last place that was given out. */
  readonly seq: number;
  /** Everything up to this place was removed because of its age. */
  readonly removedUpTo?: number;
}

/** Found by `_id` alone, so it needs no further index. */
export const eventCounterSchema = new Schema<EventCounter>(
  {
    _id: { type: String, required: true },
    seq: { type: Number, required: true },
    removedUpTo: { type: Number, default: 0 },
  } satisfies Record<keyof EventCounter, unknown>,
  { collection: 'event_counters', strict: 'throw', versionKey: false },
);
