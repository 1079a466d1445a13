import { Schema } from 'mongoose';
import { type StoredDelivery } from './delivery.js';

/** Name under which the model is registered and injected. */
export const DELIVERY_MODEL = 'WebhookDelivery';

/** The order of lists: newest first. */
export const DELIVERY_ORDER = { created: -1, _id: -1 } as const;

/** Each command names the one that carries it. */
export const DELIVERY_INDEXES = {
  /** The next one to send, to any receiver that is not busy. */
  due: { state: 1, due: 1, webhook: 1 },
  /** All of a receiver that is given time. */
  waiting: { webhook: 1, state: 1, due: 1 },
  /** The deliveries of a receiver, newest first; the oldest go. */
  list: { webhook: 1, ...DELIVERY_ORDER },
  listOfState: { webhook: 1, state: 1, ...DELIVERY_ORDER },
  created: { created: 1 },
} as const;

const text = { type: String, required: true };

export const deliverySchema = new Schema<StoredDelivery>(
  {
    _id: text,
    webhook: text,
    event: text,
    source: text,
    topic: text,
    state: text,
    attempts: { type: Number, required: true },
    due: { type: Date, default: null },
    status: { type: Number, default: null },
    detail: { type: String, default: '' },
    created: { type: Date, required: true },
    finished: { type: Date, default: null },
    notification: { type: Schema.Types.Mixed },
  } satisfies Record<keyof StoredDelivery, unknown>,
  { collection: 'event_deliveries', strict: 'throw', versionKey: false },
);

for (const keys of Object.values(DELIVERY_INDEXES)) deliverySchema.index(keys);
