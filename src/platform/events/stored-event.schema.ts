import { Schema } from 'mongoose';
import { type StoredEvent } from './stored-event.js';

/** Name under which the model is registered and injected. */
export const EVENT_MODEL = 'Event';

/** Events are written by insertion alone; an empty place has nothing but its number. */
export const eventSchema = new Schema<Record<keyof StoredEvent | 'empty', unknown>>(
  {
    _id: { type: String, required: true },
    seq: { type: Number, required: true },
    source: { type: String },
    topic: { type: String },
    time: { type: Date },
    actor: { type: String, default: null },
    payload: { type: Schema.Types.Mixed },
    sealed: { type: String },
    empty: { type: Boolean },
  } satisfies Record<keyof StoredEvent | 'empty', unknown>,
  { collection: 'events', strict: 'throw', versionKey: false, minimize: false },
);

// No two events in one place: what decides between a slow writer and a reader who closes its gap.
eventSchema.index({ seq: 1 }, { unique: true });
// GET /operations-manager/events/stored, newest first, with each filter that a caller begins with.
eventSchema.index({ time: -1, seq: -1 });
eventSchema.index({ source: 1, time: -1, seq: -1 });
eventSchema.index({ topic: 1, time: -1, seq: -1 });
eventSchema.index({ source: 1, topic: 1, time: -1, seq: -1 });
