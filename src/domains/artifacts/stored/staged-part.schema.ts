import { Schema } from 'mongoose';
import { type StoredDocument } from '../../../platform/database/storable.js';
import { type DerivedFields } from '../../../platform/packaged/packaged-documents.js';
import { type PackageContent } from './stored-package.js';

/** Name under which the model is registered and injected. */
export const STAGED_PART_MODEL = 'StagedPart';

/** A document as an operation will leave it. */
export interface StagedDocument extends DerivedFields {
  readonly collection: string;
  readonly documentId: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly type: string;
  readonly position: number;
  readonly document: StoredDocument;
  /** `contentHash` of `document`: tells later whether a user changed it. */
  readonly hash: string;
  /** The document as the package brings it, where `document` is a merge with what a user changed. */
  readonly original?: StoredDocument;
  /** Where a version of before comes back: what the domain of its collection kept beside it. */
  readonly beside?: FieldsBeside;
}

/** Fields of a record by which its domain says who made and changed it. */
export interface FieldsBeside {
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

/** What an operation will write, kept until it has: one document of a package, or its record. */
export interface StagedPart {
  readonly _id: string;
  readonly operationId: string;
  readonly packageId: string;
  readonly document?: StagedDocument;
  /** True for a document that does not take the place of another version of it. */
  readonly isAdded?: boolean;
  readonly content?: PackageContent;
}

export const stagedPartSchema = new Schema<Record<keyof StagedPart, unknown>>(
  {
    _id: { type: String, required: true },
    operationId: { type: String, required: true },
    packageId: { type: String, required: true },
    document: { type: Schema.Types.Mixed },
    isAdded: { type: Boolean },
    content: { type: Schema.Types.Mixed },
  } satisfies Record<keyof StagedPart, unknown>,
  { collection: 'package_staging', strict: 'throw', versionKey: false, minimize: false },
);
// Applying and clearing away: the parts of one change, package by package.
stagedPartSchema.index({ operationId: 1, packageId: 1, _id: 1 }, { name: 'operation' });
