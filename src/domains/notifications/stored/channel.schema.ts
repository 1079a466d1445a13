import { Schema } from 'mongoose';
import { type StoredChannel } from './channel.js';

/** Name under which the model is registered and injected. */
export const CHANNEL_MODEL = 'NotificationChannel';

const text = { type: String, required: true };

export const channelSchema = new Schema<Record<keyof StoredChannel, unknown>>(
  {
    _id: text,
    name: text,
    nameFolded: text,
    description: { type: String, default: '' },
    kind: text,
    url: { type: String, default: '' },
    mail: { type: Schema.Types.Mixed, default: null },
    password: { type: String, default: '' },
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
  } satisfies Record<keyof StoredChannel, unknown>,
  { collection: 'notification_channels', strict: 'throw', versionKey: false, minimize: false },
);

// A name is taken once; lists are in its order.
channelSchema.index({ nameFolded: 1 }, { unique: true });
