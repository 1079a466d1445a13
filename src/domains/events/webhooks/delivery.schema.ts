import { Schema } from 'mongoose';
import { type StoredDelivery } from './webhook.js';

/** Name under which the model is registered and injected. */
export const DELIVERY_MODEL = 'WebhookDelivery';

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
  } satisfies Record<keyof StoredDelivery, unknown>,
  { collection: 'event_deliveries', strict: 'throw', versionKey: false },
);

// The next one to send, to any webhook that is not busy, and all of a webhook that is given time.
deliverySchema.index({ state: 1, due: 1, webhook: 1 });
deliverySchema.index({ webhook: 1, state: 1, due: 1 });
// The deliveries of a webhook, newest first, all of them or those in one state; the oldest go.
deliverySchema.index({ webhook: 1, created: -1, _id: -1 });
deliverySchema.index({ webhook: 1, state: 1, created: -1, _id: -1 });
deliverySchema.index({ created: 1 });
