import { Schema } from 'mongoose';

/** Name under which the model is registered and injected. */
export const EVENT_CURSOR_MODEL = 'EventCursor';

/** How far a consumer has come. */
export interface EventCursor {
  /** Name of the consumer. */
  readonly _id: string;
  /** It was told everything up to this place. */
  readonly seq: number;
}

/** Found by `_id` alone, so it needs no further index. */
export const eventCursorSchema = new Schema<EventCursor>(
  {
    _id: { type: String, required: true },
    seq: { type: Number, required: true },
  } satisfies Record<keyof EventCursor, unknown>,
  { collection: 'event_cursors', strict: 'throw', versionKey: false },
);
