import { Schema } from 'mongoose';
import { type Session } from './session.js';

/** Name under which the model is registered and injected. */
export const SESSION_MODEL = 'Session';

export const sessionSchema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    tokenKey: { type: String, required: true },
    account: { type: String, required: true },
    isAccessToken: { type: Boolean, default: false },
    serial: { type: Number, required: true },
    credentialRevision: { type: Number, required: true },
    created: { type: Date, required: true },
    lastSeen: { type: Date, required: true },
    expires: { type: Date, required: true },
    envelope: { type: String, default: null },
    address: { type: String, default: '' },
    userAgent: { type: String, default: '' },
  } satisfies Record<keyof Session, unknown>,
  { collection: 'sessions', strict: 'throw', versionKey: false },
);

// Every operation: the session of a token.
sessionSchema.index({ tokenKey: 1 }, { unique: true });
// POST /login with `uniqueSession`: the older sessions of an account.
sessionSchema.index({ account: 1, serial: 1 });
// GET /user-management/sessions: those of an account, and all of them. With `expires`, keys alone
// decide which ones have ended.
sessionSchema.index({ account: 1, created: -1, _id: 1, expires: 1 });
sessionSchema.index({ created: -1, _id: 1, expires: 1 });
// Sweep of expired sessions.
sessionSchema.index({ expires: 1 });
