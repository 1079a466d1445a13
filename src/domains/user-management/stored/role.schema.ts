import { Schema } from 'mongoose';
import { RECORD_META } from './record-meta.js';
import { type Role } from './role.js';

/** Name under which the model is registered and injected. */
export const ROLE_MODEL = 'Role';

export const roleSchema = new Schema<Role>(
  {
    _id: { type: String, required: true },
    provenance: { type: String, required: true },
    provenanceFolded: { type: String, default: '' },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    description: { type: String, default: '' },
    descriptionFolded: { type: String, default: '' },
    methods: { type: [String], default: undefined },
    revision: { type: Number, required: true },
    _meta: RECORD_META,
  } satisfies Record<keyof Role, unknown>,
  { collection: 'roles', strict: 'throw', versionKey: false },
);

// Every operation: the role admin, which groups of the profile give. No two roles of one name.
roleSchema.index({ provenance: 1, nameFolded: 1 }, { unique: true });
// Operation 8 and GET /authorization/roles: by name; what filters look at stands in the index.
roleSchema.index(
  { nameFolded: 1, _id: 1, provenance: 1, provenanceFolded: 1, descriptionFolded: 1 },
  { name: 'list' },
);
