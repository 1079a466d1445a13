import { Schema } from 'mongoose';
import { type StoredPackage } from './stored-package.js';

/** Name under which the model is registered and injected. */
export const PACKAGE_MODEL = 'Package';

const text = { type: String };

export const packageSchema = new Schema<Record<keyof StoredPackage, unknown>>(
  {
    _id: { type: String, required: true },
    nameFolded: { type: String, required: true },
    state: { type: String, required: true },
    revision: { type: Number, required: true },
    operation: { type: { id: text }, _id: false },
    name: text,
    version: text,
    descriptionFolded: text,
    keywords: { type: [String], default: undefined },
    keywordLines: text,
    dependencies: { type: [String], default: undefined },
    components: {
      type: [{ id: text, name: text, type: { type: String }, _id: false }],
      default: undefined,
    },
    bundles: { type: [Schema.Types.Mixed], default: undefined },
    head: { type: Schema.Types.Mixed },
    installed: { type: Date },
    installedBy: text,
    origin: { type: Schema.Types.Mixed },
    isForced: { type: Boolean },
  } satisfies Record<keyof StoredPackage, unknown>,
  { collection: 'packages', strict: 'throw', versionKey: false, minimize: false },
);

const PAGE = { nameFolded: 1, _id: 1 } as const;
const SEARCHED = { descriptionFolded: 1, keywordLines: 1 } as const;

// No two packages of one name, and operation 3 with equals.name.
packageSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// Operation 3 and GET /prebuilts: by name; what `contains` looks at stands in the index.
packageSchema.index({ state: 1, ...PAGE, ...SEARCHED }, { name: 'list' });
// Operation 3 with equals.version.
packageSchema.index({ state: 1, version: 1, ...PAGE, ...SEARCHED }, { name: 'list_of_version' });
// Operation 3 by a description, or by how it begins.
packageSchema.index({ state: 1, descriptionFolded: 1, ...PAGE }, { name: 'list_of_description' });
// Uninstalling: who depends on it.
packageSchema.index({ dependencies: 1 }, { name: 'dependencies' });
// Recovery: what a change has marked.
packageSchema.index(
  { 'operation.id': 1 },
  { name: 'operations', partialFilterExpression: { 'operation.id': { $exists: true } } },
);
