import { Schema } from 'mongoose';
import { RECEIVER_FIELDS } from '../../events/deliveries/receiver-fields.js';
import { type StoredChannel } from './channel.js';

/** Name under which the model is registered and injected. */
export const CHANNEL_MODEL = 'NotificationChannel';

const text = { type: String, required: true };

export const channelSchema = new Schema<Record<keyof StoredChannel, unknown>>(
  {
    ...RECEIVER_FIELDS,
    kind: text,
    url: { type: String, default: '' },
    mail: { type: Schema.Types.Mixed, default: null },
    password: { type: String, default: '' },
  } satisfies Record<keyof StoredChannel, unknown>,
  { collection: 'notification_channels', strict: 'throw', versionKey: false, minimize: false },
);

// A name is taken once; lists are in its order.
channelSchema.index({ nameFolded: 1 }, { unique: true });
