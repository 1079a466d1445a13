import { Schema } from 'mongoose';
import { type StoredWebhook } from './webhook.js';

/** Name under which the model is registered and injected. */
export const WEBHOOK_MODEL = 'Webhook';

const text = { type: String, required: true };

export const webhookSchema = new Schema<Record<keyof StoredWebhook, unknown>>(
  {
    _id: text,
    name: text,
    nameFolded: text,
    description: { type: String, default: '' },
    url: text,
    filters: { type: Schema.Types.Mixed, required: true },
    secret: text,
    enabled: { type: Boolean, required: true },
    disabledReason: { type: String, default: null },
    failingSince: { type: Date, default: null },
    failures: { type: Number, default: 0 },
    pausedUntil: { type: Date, default: null },
    revision: { type: Number, required: true },
    created: { type: Date, required: true },
    createdBy: text,
    updated: { type: Date, required: true },
    updatedBy: text,
  } satisfies Record<keyof StoredWebhook, unknown>,
  { collection: 'event_webhooks', strict: 'throw', versionKey: false, minimize: false },
);

// A name is taken once; lists are in its order.
webhookSchema.index({ nameFolded: 1 }, { unique: true });
