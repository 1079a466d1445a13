import { Schema } from 'mongoose';
import { type ApiToken } from './api-token.js';

/** Name under which the model is registered and injected. */
export const API_TOKEN_MODEL = 'ApiToken';

export const apiTokenSchema = new Schema<ApiToken>(
  {
    _id: { type: String, required: true },
    tokenKey: { type: String, required: true },
    account: { type: String, required: true },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    roles: { type: [String], default: null },
    scopes: { type: [String], default: [] },
    networks: { type: [String], required: true },
    envelope: { type: String, default: null },
    credentialRevision: { type: Number, required: true },
    created: { type: Date, required: true },
    expires: { type: Date, required: true },
    lastUsed: { type: Date, default: null },
  } satisfies Record<keyof ApiToken, unknown>,
  { collection: 'api_tokens', strict: 'throw', versionKey: false },
);

// Every operation: the token that was presented.
apiTokenSchema.index({ tokenKey: 1 }, { unique: true });
// POST /user-management/tokens: no two of one name in one account.
apiTokenSchema.index({ account: 1, nameFolded: 1 }, { unique: true });
// GET /user-management/tokens: those of an account, and all of them.
apiTokenSchema.index({ account: 1, created: -1, _id: 1 });
apiTokenSchema.index({ created: -1, _id: 1 });
// Sweep of tokens that ended long ago.
apiTokenSchema.index({ expires: 1 });
