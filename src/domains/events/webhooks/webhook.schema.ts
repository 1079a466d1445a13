import { Schema } from 'mongoose';
import { RECEIVER_FIELDS } from '../deliveries/receiver-fields.js';
import { type StoredWebhook } from './webhook.js';

/** Name under which the model is registered and injected. */
export const WEBHOOK_MODEL = 'Webhook';

const text = { type: String, required: true };

export const webhookSchema = new Schema<Record<keyof StoredWebhook, unknown>>(
  {
    ...RECEIVER_FIELDS,
    url: text,
    filters: { type: Schema.Types.Mixed, required: true },
    secret: text,
  } satisfies Record<keyof StoredWebhook, unknown>,
  { collection: 'event_webhooks', strict: 'throw', versionKey: false, minimize: false },
);

// A name is taken once; lists are in its order.
webhookSchema.index({ nameFolded: 1 }, { unique: true });
