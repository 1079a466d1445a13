import { Schema } from 'mongoose';
import { type KeptRecord } from './bundle-documents.repository.js';
import { type PackageContent } from './stored-package.js';

/** Name under which the model is registered and injected. */
export const PACKAGE_SNAPSHOT_MODEL = 'PackageSnapshot';

/** A row that a change brings or takes away; it counts as it did before until that change has ended. */
interface PassingRow {
  readonly packageId: string;
  /** The change that brings it. */
  readonly pending?: string;
  /** The change that takes it away. */
  readonly leaving?: string;
}

/** A version of a package that another one has taken the place of. */
export interface PackageSnapshot extends PassingRow {
  readonly _id: string;
  /** The revision that the package had then: orders its snapshots. */
  readonly revision: number;
  readonly content: PackageContent;
  readonly taken: Date;
}

/** A document of that version exactly as it stood, with what a user had changed in it. */
export interface SnapshotDocument extends PassingRow {
  readonly _id: string;
  /** `_id` of the snapshot. */
  readonly snapshot: string;
  readonly collection: string;
  readonly documentId: string;
  readonly record: KeptRecord;
  /** Whether the version that came next wrote it, or left it alone. */
  readonly isWritten: boolean;
}

/** One collection holds both: the documents of a snapshot have `snapshot`, the snapshot has not. */
export const packageSnapshotSchema = new Schema<
  Record<keyof PackageSnapshot | keyof SnapshotDocument, unknown>
>(
  {
    _id: { type: String, required: true },
    packageId: { type: String, required: true },
    revision: { type: Number },
    content: { type: Schema.Types.Mixed },
    taken: { type: Date },
    snapshot: { type: String },
    collection: { type: String },
    documentId: { type: String },
    record: { type: Schema.Types.Mixed },
    isWritten: { type: Boolean },
    pending: { type: String },
    leaving: { type: String },
  } satisfies Record<keyof PackageSnapshot | keyof SnapshotDocument, unknown>,
  {
    collection: 'package_snapshots',
    strict: 'throw',
    versionKey: false,
    minimize: false,
    suppressReservedKeysWarning: true,
  },
);
// The versions before of a package, the documents of one of them, and what goes with the package.
packageSnapshotSchema.index({ packageId: 1, snapshot: 1, revision: 1 }, { name: 'package' });
// Ending a change.
packageSnapshotSchema.index(
  { pending: 1 },
  { name: 'coming', partialFilterExpression: { pending: { $exists: true } } },
);
packageSnapshotSchema.index(
  { leaving: 1 },
  { name: 'leaving', partialFilterExpression: { leaving: { $exists: true } } },
);
