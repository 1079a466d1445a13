import { Schema } from 'mongoose';
import { type IndexedEntry } from './catalogue-entry.js';

/** Name under which the model is registered and injected. */
export const CATALOGUE_ENTRY_MODEL = 'CatalogueEntry';

const interval = { type: { from: Number, until: Number }, _id: false };

export const catalogueEntrySchema = new Schema<Record<keyof IndexedEntry, unknown>>(
  {
    _id: { type: String, required: true },
    config: { type: String, required: true },
    ref: { type: String, required: true },
    fingerprint: { type: String, required: true },
    name: { type: String, required: true },
    nameFolded: { type: String, required: true },
    version: { type: String, required: true },
    release: { type: String, default: null },
    releaseKey: { type: Number, required: true },
    line: {
      type: { kind: { type: String }, name: { type: String, default: null } },
      _id: false,
      required: true,
    },
    dependencies: { type: [{ name: String, range: String, _id: false }], required: true },
    searchText: { type: String, required: true },
    contentId: { type: String, required: true },
    integrity: { type: String, required: true },
    signature: {
      type: { state: { type: String }, key: { type: String, default: null } },
      _id: false,
      required: true,
    },
    signatureText: { type: String, default: null },
    projectId: { type: Number, default: null },
    sizeBytes: { type: Number, required: true },
    published: { type: Date, default: null },
    registryId: { type: Number, required: true },
    shelf: interval,
    mergedShelf: interval,
    alsoIn: { type: [String], default: undefined },
    behind: {
      type: [{ config: String, name: String, version: String, advantage: String, _id: false }],
      default: undefined,
    },
    stamp: { type: String },
    removed: { type: Boolean },
  } satisfies Record<keyof IndexedEntry, unknown>,
  { collection: 'catalogue_entries', strict: 'throw', versionKey: false },
);

const PAGE = { nameFolded: 1, _id: 1 } as const;
const SHOWN_IN_CONFIG = { partialFilterExpression: { 'shelf.from': { $gte: 0 } } } as const;
const SHOWN_MERGED = { partialFilterExpression: { 'mergedShelf.from': { $gte: 0 } } } as const;

// Operations 1 and 2, one configuration: the shown entries by name. The interval and the searched
// text stand in the index, so that entries which are not on the page are not fetched.
catalogueEntrySchema.index(
  { config: 1, ...PAGE, 'shelf.from': 1, 'shelf.until': 1, searchText: 1 },
  { name: 'shelf', ...SHOWN_IN_CONFIG },
);
// Operation 1 with versionStatus=current, one configuration: those made for one release.
catalogueEntrySchema.index(
  { config: 1, releaseKey: 1, ...PAGE, 'shelf.from': 1, 'shelf.until': 1, searchText: 1 },
  { name: 'shelf_of_release', ...SHOWN_IN_CONFIG },
);
// Operations 1 and 2, all configurations merged.
catalogueEntrySchema.index(
  { ...PAGE, 'mergedShelf.from': 1, 'mergedShelf.until': 1, searchText: 1 },
  { name: 'merged_shelf', ...SHOWN_MERGED },
);
// Operation 1 with versionStatus=current, all configurations merged.
catalogueEntrySchema.index(
  { releaseKey: 1, ...PAGE, 'mergedShelf.from': 1, 'mergedShelf.until': 1, searchText: 1 },
  { name: 'merged_shelf_of_release', ...SHOWN_MERGED },
);
// Installing by name and version, and keeping what is visible of one name.
catalogueEntrySchema.index({ nameFolded: 1, config: 1, version: 1 }, { name: 'versions' });
// Refreshing one repository: what is known of each place in it.
catalogueEntrySchema.index({ config: 1, ref: 1 }, { name: 'places', unique: true });
// Visibility: entries that changed since it was recomputed.
catalogueEntrySchema.index(
  { stamp: 1 },
  { name: 'changes', partialFilterExpression: { stamp: { $exists: true } } },
);
// Sweeping contents that no entry refers to any more.
catalogueEntrySchema.index({ contentId: 1 }, { name: 'contents' });
