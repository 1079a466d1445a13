import { Schema } from 'mongoose';
import { type StoredDocument } from '../../../platform/database/storable.js';
import { type ContentKindName } from '../kinds/content-kinds.js';

/** Name under which the model is registered and injected. */
export const CONTENT_VERSION_MODEL = 'ContentVersion';

/** A document as it was before it was changed. */
export interface StoredVersion {
  /** Made of what it is a version of and of its content, so that nobody writes another one in its place. */
  readonly _id: string;
  readonly kind: ContentKindName;
  readonly documentId: string;
  readonly revision: number;
  readonly name: string;
  readonly document?: StoredDocument;
  /** When it was saved, and by whom; null for what a package brought. */
  readonly saved: Date | null;
  readonly savedBy: string | null;
}

export const contentVersionSchema = new Schema<Record<keyof StoredVersion, unknown>>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    documentId: { type: String, required: true },
    revision: { type: Number, required: true },
    name: { type: String, required: true },
    document: { type: Schema.Types.Mixed },
    saved: { type: Date, default: null },
    savedBy: { type: String, default: null },
  } satisfies Record<keyof StoredVersion, unknown>,
  { collection: 'content_versions', strict: 'throw', versionKey: false, minimize: false },
);
// The versions of one document, the newest first, and one of them.
contentVersionSchema.index({ kind: 1, documentId: 1, revision: -1, _id: 1 }, { name: 'document' });
