import { Schema } from 'mongoose';
import { type Account } from './account.js';
import { RECORD_META } from '../record-meta.js';

/** Name under which the model is registered and injected. */
export const ACCOUNT_MODEL = 'Account';

export const accountSchema = new Schema<Account>(
  {
    _id: { type: String, required: true },
    provenance: { type: String, required: true },
    username: { type: String, required: true },
    usernameFolded: { type: String, required: true },
    firstname: { type: String, default: '' },
    passwordHash: { type: String, default: null },
    passwordUnseen: { type: Boolean, required: true },
    memberOf: { type: [String], required: true },
    assignedRoles: { type: [String], required: true },
    inactive: { type: Boolean, required: true },
    credentialRevision: { type: Number, required: true },
    sessionSerial: { type: Number, required: true },
    lastSignIn: { type: Date, default: null },
    revision: { type: Number, required: true },
    _meta: RECORD_META,
  } satisfies Record<keyof Account, unknown>,
  { collection: 'accounts', strict: 'throw', versionKey: false },
);

// POST /login and Basic: the account of a name. No two of one name, wherever they come from.
accountSchema.index({ usernameFolded: 1 }, { unique: true });
