import { type ModelDefinition } from '@nestjs/mongoose';
import { Schema } from 'mongoose';
import { type StoredDocument } from '../../../platform/database/storable.js';
import { type DerivedFields } from '../../../platform/packaged/packaged-documents.js';
import { BUNDLE_COLLECTION_NAMES } from './bundle-collections.js';

/** A document that came with a package, in the collection of its type. */
export interface StoredBundleDocument extends DerivedFields {
  readonly _id: string;
  readonly name: string;
  /** No two documents of a collection share it. */
  readonly nameFolded: string;
  readonly type: string;
  /** The package that owns it. */
  readonly packageId: string;
  /** Its place among the bundles of the package. */
  readonly position: number;
  /** The document as it came, references to renamed documents changed. */
  readonly document?: StoredDocument;
  /** Hash of the document as it was installed: tells whether a user changed it since. */
  readonly hash?: string;
  /** The change that will write or remove it; until it has, nobody else may change it. */
  readonly pending?: string;
  /** Only holds the name for an installation that is not done: nobody may see it. */
  readonly hidden?: boolean;
  /** Counts the changes of users and of packages; absent, 0, for one that was never changed. */
  readonly revision?: number;
}

/** Name of the model for one of the collections. */
export function bundleModel(collection: string): string {
  return `Bundle ${collection}`;
}

/** One model for each collection that bundles land in. */
export const BUNDLE_MODELS: readonly ModelDefinition[] = BUNDLE_COLLECTION_NAMES.map(
  (collection) => ({ name: bundleModel(collection), schema: bundleSchema(collection) }),
);

function bundleSchema(collection: string): Schema {
  const schema = new Schema<Record<keyof StoredBundleDocument, unknown>>(
    {
      _id: { type: String, required: true },
      name: { type: String, required: true },
      nameFolded: { type: String, required: true },
      type: { type: String, required: true },
      packageId: { type: String, required: true },
      position: { type: Number, required: true },
      document: { type: Schema.Types.Mixed },
      hash: { type: String },
      pending: { type: String },
      hidden: { type: Boolean },
      revision: { type: Number },
      facts: { type: Schema.Types.Mixed },
      gbac: { type: Schema.Types.Mixed },
      readers: { type: Schema.Types.Mixed },
    } satisfies Record<keyof StoredBundleDocument, unknown>,
    { collection, strict: 'throw', versionKey: false, minimize: false },
  );
  // A name has one owner: an installation that would take another's is refused.
  schema.index({ nameFolded: 1 }, { name: 'name', unique: true });
  // Exporting, replacing and uninstalling: the documents of one package.
  schema.index({ packageId: 1, position: 1 }, { name: 'package' });
  // Ending a change of packages.
  schema.index(
    { pending: 1 },
    { name: 'operation', partialFilterExpression: { pending: { $exists: true } } },
  );
  return schema;
}
