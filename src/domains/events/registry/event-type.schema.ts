import { Schema } from 'mongoose';
import { type StoredDocument } from '../../../platform/database/storable.js';

/** Name under which the model is registered and injected. */
export const EVENT_TYPE_MODEL = 'EventType';

/** An event that integrations declare, as it is stored. */
export interface StoredEventType {
  readonly _id: string;
  readonly source: string;
  readonly topic: string;
  readonly description: string;
  /** JSON Schema of the payload. */
  readonly schema: StoredDocument;
  readonly revision: number;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}

const text = { type: String, required: true };

export const eventTypeSchema = new Schema<Record<keyof StoredEventType, unknown>>(
  {
    _id: text,
    source: text,
    topic: text,
    description: { type: String, default: '' },
    schema: { type: Schema.Types.Mixed, required: true },
    revision: { type: Number, required: true },
    created: { type: Date, required: true },
    createdBy: text,
    updated: { type: Date, required: true },
    updatedBy: text,
  } satisfies Record<keyof StoredEventType, unknown>,
  { collection: 'event_types', strict: 'throw', versionKey: false, minimize: false },
);

// One declaration of each event; lists by source and topic, one source alone among them.
eventTypeSchema.index({ source: 1, topic: 1 }, { unique: true });
// Operation 10 with a topic alone.
eventTypeSchema.index({ topic: 1, source: 1 });
