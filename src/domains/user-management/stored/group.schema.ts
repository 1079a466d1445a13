import { Schema } from 'mongoose';
import { type Group, type ScimGroupRecord } from './group.js';
import { RECORD_META } from './record-meta.js';

/** Name under which the model is registered and injected. */
export const GROUP_MODEL = 'Group';

const scimGroupSchema = new Schema<ScimGroupRecord>(
  { externalId: { type: String, default: null } } satisfies Record<keyof ScimGroupRecord, unknown>,
  { _id: false, strict: 'throw' },
);

export const groupSchema = new Schema<Group>(
  {
    _id: { type: String, required: true },
    provenance: { type: String, required: true },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    description: { type: String, default: '' },
    descriptionFolded: { type: String, default: '' },
    memberOf: { type: [String], required: true },
    assignedRoles: { type: [String], required: true },
    inactive: { type: Boolean, required: true },
    scim: { type: scimGroupSchema, default: null },
    revision: { type: Number, required: true },
    _meta: RECORD_META,
  } satisfies Record<keyof Group, unknown>,
  { collection: 'groups', strict: 'throw', versionKey: false },
);

// Creating a group: no two of one name.
groupSchema.index({ provenance: 1, nameFolded: 1 }, { unique: true });
// GET /authorization/groups: by name; what filters look at stands in the index. Groups named by a caller.
groupSchema.index(
  { nameFolded: 1, _id: 1, inactive: 1, provenance: 1, descriptionFolded: 1 },
  { name: 'list' },
);
// Filters of SCIM by the client's own id.
groupSchema.index(
  { 'scim.externalId': 1 },
  { partialFilterExpression: { 'scim.externalId': { $type: 'string' } } },
);
// The same for those of a description, or of one that begins with a text.
groupSchema.index({ descriptionFolded: 1, nameFolded: 1, _id: 1 }, { name: 'description' });
// Nesting: the groups below one. Removing a group.
groupSchema.index({ memberOf: 1 });
// Whether an administrator remains. Removing a role.
groupSchema.index({ assignedRoles: 1 });
