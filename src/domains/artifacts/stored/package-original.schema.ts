import { Schema } from 'mongoose';
import { type StoredDocument } from '../../../platform/database/storable.js';

/** Name under which the model is registered and injected. */
export const PACKAGE_ORIGINAL_MODEL = 'PackageOriginal';

/**
 * A document as its package brought it, references to renamed documents changed: what it is compared
 * with to find what a user changed, and the base of three-way merges.
 */
export interface PackageOriginal {
  readonly _id: string;
  readonly packageId: string;
  readonly collection: string;
  readonly documentId: string;
  readonly document: StoredDocument;
  /** The snapshot that it belongs to; absent for what is installed now. */
  readonly snapshot?: string;
  /** The change that will make it current, or has brought it. */
  readonly pending?: string;
  /** The change that will take its place. */
  readonly leaving?: string;
}

export const packageOriginalSchema = new Schema<Record<keyof PackageOriginal, unknown>>(
  {
    _id: { type: String, required: true },
    packageId: { type: String, required: true },
    collection: { type: String, required: true },
    documentId: { type: String, required: true },
    document: { type: Schema.Types.Mixed, required: true },
    snapshot: { type: String },
    pending: { type: String },
    leaving: { type: String },
  } satisfies Record<keyof PackageOriginal, unknown>,
  {
    collection: 'package_originals',
    strict: 'throw',
    versionKey: false,
    minimize: false,
    suppressReservedKeysWarning: true,
  },
);
// Merging, verifying, and what goes with a package or one of its snapshots.
packageOriginalSchema.index({ packageId: 1, snapshot: 1 }, { name: 'package' });
// Ending a change.
packageOriginalSchema.index(
  { pending: 1 },
  { name: 'coming', partialFilterExpression: { pending: { $exists: true } } },
);
packageOriginalSchema.index(
  { leaving: 1 },
  { name: 'leaving', partialFilterExpression: { leaving: { $exists: true } } },
);
