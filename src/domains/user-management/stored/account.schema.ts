import { Schema } from 'mongoose';
import { type Account, type ExternalLink, type ScimUserRecord } from './account.js';
import { RECORD_META } from './record-meta.js';

/** Name under which the model is registered and injected. */
export const ACCOUNT_MODEL = 'Account';

const externalLinkSchema = new Schema<ExternalLink>(
  {
    key: { type: String, required: true },
    groups: { type: [String], required: true },
  } satisfies Record<keyof ExternalLink, unknown>,
  { _id: false, strict: 'throw' },
);

const scimUserSchema = new Schema<ScimUserRecord>(
  {
    externalId: { type: String, default: null },
    emails: { type: [String], required: true },
    attributes: { type: Schema.Types.Mixed, required: true },
  } satisfies Record<keyof ScimUserRecord, unknown>,
  { _id: false, strict: 'throw', minimize: false },
);

export const accountSchema = new Schema<Account>(
  {
    _id: { type: String, required: true },
    provenance: { type: String, required: true },
    username: { type: String, required: true },
    usernameFolded: { type: String, required: true },
    firstname: { type: String, default: '' },
    firstnameFolded: { type: String, default: '' },
    passwordHash: { type: String, default: null },
    passwordUnseen: { type: Boolean, required: true },
    external: { type: externalLinkSchema, default: null },
    scim: { type: scimUserSchema, default: null },
    isServiceAccount: { type: Boolean, default: false },
    memberOf: { type: [String], required: true },
    assignedRoles: { type: [String], required: true },
    inactive: { type: Boolean, required: true },
    credentialRevision: { type: Number, required: true },
    sessionSerial: { type: Number, required: true },
    envelope: { type: String, default: null },
    lastSignIn: { type: Date, default: null },
    revision: { type: Number, required: true },
    _meta: RECORD_META,
  } satisfies Record<keyof Account, unknown>,
  { collection: 'accounts', strict: 'throw', versionKey: false },
);

// POST /login and Basic: the account of a name. No two of one name, wherever they come from.
accountSchema.index({ usernameFolded: 1 }, { unique: true });
// External sign-in: the account of an identity. No two of one identity, whoever signs in at once.
accountSchema.index(
  { 'external.key': 1 },
  { unique: true, partialFilterExpression: { 'external.key': { $type: 'string' } } },
);

// Filters of SCIM by the client's own id and by an address.
accountSchema.index(
  { 'scim.externalId': 1 },
  { partialFilterExpression: { 'scim.externalId': { $type: 'string' } } },
);
accountSchema.index(
  { 'scim.emails': 1 },
  { partialFilterExpression: { 'scim.emails': { $type: 'string' } } },
);

const FILTERED = { inactive: 1, isServiceAccount: 1, provenance: 1 } as const;

// GET /authorization/accounts by user name, by first name and by last sign-in; what filters look at
// stands in the index, so that a page reads its own documents alone and a count none.
accountSchema.index(
  { usernameFolded: 1, _id: 1, ...FILTERED, firstnameFolded: 1 },
  { name: 'list' },
);
accountSchema.index(
  { firstnameFolded: 1, usernameFolded: 1, _id: 1, ...FILTERED },
  { name: 'list_by_firstname' },
);
accountSchema.index(
  { lastSignIn: 1, usernameFolded: 1, _id: 1, ...FILTERED, firstnameFolded: 1 },
  { name: 'list_by_last_sign_in' },
);
// Whether an administrator remains; removing a group or a role.
accountSchema.index({ memberOf: 1 });
accountSchema.index({ assignedRoles: 1 });
