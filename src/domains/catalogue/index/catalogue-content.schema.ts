import { Schema } from 'mongoose';
import { type StoredDocument } from '../../../platform/database/storable.js';

/** Names under which the models are registered and injected. */
export const CATALOGUE_CONTENT_MODEL = 'CatalogueContent';
export const CATALOGUE_BUNDLE_MODEL = 'CatalogueBundle';

/** A package document, stored once however many entries have the same. */
export interface CatalogueContent {
  /** Hash of the whole document. */
  readonly _id: string;
  /** The document as it came, `bundles` left out. */
  readonly head: StoredDocument;
  /** The JSON text of `bundles`, as `packJson` packs it; null when that is too much for one record. */
  readonly packed: Uint8Array | null;
  /**
   * Hashes of its bundles, in their order, when each is a record of its own. Absent otherwise, not empty:
   * a node of before ADR 0189 must not take a packed package for one without bundles.
   */
  readonly bundleIds?: readonly string[];
  /** When an entry last asked for it to be stored: the sweep spares what is young. */
  readonly touched: Date;
}

/** One bundle of a large package; versions of a package share those that did not change. */
export interface CatalogueBundle {
  /** Hash of the bundle. */
  readonly _id: string;
  /** Its JSON text, as `packJson` packs it. */
  readonly packed: Uint8Array;
  readonly touched: Date;
}

const OPTIONS = { strict: 'throw', versionKey: false, minimize: false } as const;

export const catalogueContentSchema = new Schema<Record<keyof CatalogueContent, unknown>>(
  {
    _id: { type: String, required: true },
    head: { type: Schema.Types.Mixed, required: true },
    packed: { type: Buffer, default: null },
    bundleIds: { type: [String], default: undefined },
    touched: { type: Date, required: true },
  } satisfies Record<keyof CatalogueContent, unknown>,
  { collection: 'catalogue_contents', ...OPTIONS },
);
// Sweeping bundles that no package refers to any more.
catalogueContentSchema.index({ bundleIds: 1 }, { name: 'bundles' });
// Sweeping: what has not been asked for lately.
catalogueContentSchema.index({ touched: 1 }, { name: 'age' });

export const catalogueBundleSchema = new Schema<Record<keyof CatalogueBundle, unknown>>(
  {
    _id: { type: String, required: true },
    packed: { type: Buffer, required: true },
    touched: { type: Date, required: true },
  } satisfies Record<keyof CatalogueBundle, unknown>,
  { collection: 'catalogue_bundles', ...OPTIONS },
);
// Sweeping: what has not been asked for lately.
catalogueBundleSchema.index({ touched: 1 }, { name: 'age' });
