import { Schema } from 'mongoose';
import { type ClientSecret } from './client-secret.js';

/** Name under which the model is registered and injected. */
export const CLIENT_SECRET_MODEL = 'ClientSecret';

export const clientSecretSchema = new Schema<ClientSecret>(
  {
    _id: { type: String, required: true },
    secretHash: { type: String, required: true },
    created: { type: Date, required: true },
  } satisfies Record<keyof ClientSecret, unknown>,
  { collection: 'client_secrets', strict: 'throw', versionKey: false },
);
