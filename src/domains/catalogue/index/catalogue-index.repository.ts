import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type AnyBulkWriteOperation, type Model, trusted } from 'mongoose';
import { type ShadowedPackage } from '../visibility/shadowed-packages.js';
import { type VisibilityInterval } from '../visibility/visibility-intervals.js';
import { type CatalogueEntry, type IndexedEntry } from './catalogue-entry.js';
import { CATALOGUE_ENTRY_MODEL } from './catalogue-entry.schema.js';

/** An entry without what only searches need. */
export type VisibilityEntry = Pick<
  IndexedEntry,
  | '_id'
  | 'config'
  | 'ref'
  | 'name'
  | 'nameFolded'
  | 'version'
  | 'release'
  | 'releaseKey'
  | 'line'
  | 'projectId'
  | 'shelf'
  | 'mergedShelf'
  | 'alsoIn'
  | 'behind'
  | 'stamp'
  | 'removed'
>;

/** What is indexed of a place of a repository. */
export type KnownPlace = Pick<IndexedEntry, 'fingerprint' | 'nameFolded'>;

/** An entry as far as its signature is concerned. */
export type SignedEntry = Pick<IndexedEntry, '_id' | 'contentId' | 'signature' | 'signatureText'>;

/** What changes about an entry when its visibility is recomputed. */
export type VisibilityChange =
  | { readonly kind: 'remove'; readonly entry: VisibilityEntry }
  | {
      readonly kind: 'place';
      readonly entry: VisibilityEntry;
      readonly releaseKey: number;
      readonly shelf: VisibilityInterval | undefined;
      readonly mergedShelf: VisibilityInterval | undefined;
      readonly alsoIn: readonly string[] | undefined;
      readonly behind: readonly ShadowedPackage[] | undefined;
    };

const REFS_AT_ONCE = 1000;
const CHANGED = { stamp: trusted({ $exists: true }) };
const LIGHT = {
  config: 1,
  ref: 1,
  name: 1,
  nameFolded: 1,
  version: 1,
  release: 1,
  releaseKey: 1,
  line: 1,
  projectId: 1,
  shelf: 1,
  mergedShelf: 1,
  alsoIn: 1,
  behind: 1,
  stamp: 1,
  removed: 1,
} as const;

/** The collection of catalogue entries, as those who build it read and write it. */
@Injectable()
export class CatalogueIndexRepository {
  constructor(@InjectModel(CATALOGUE_ENTRY_MODEL) private readonly entries: Model<IndexedEntry>) {}

  /** What is indexed of each place of a repository. */
  async knownPlaces(config: string): Promise<ReadonlyMap<string, KnownPlace>> {
    const found = await this.entries
      .find({ config }, { ref: 1, fingerprint: 1, nameFolded: 1, removed: 1 })
      .lean<Pick<IndexedEntry, 'ref' | 'fingerprint' | 'nameFolded' | 'removed'>[]>()
      .exec();
    return new Map(found.filter(({ removed }) => !removed).map((entry) => [entry.ref, entry]));
  }

  /** Adds an entry, or brings it up to date; it is visible as before until that is recomputed. */
  async put(entry: CatalogueEntry, stamp: string): Promise<void> {
    const { _id, ...fields } = entry;
    await this.entries
      .updateOne({ _id }, { $set: { ...fields, stamp }, $unset: { removed: 1 } }, { upsert: true })
      .exec();
  }

  /** Marks the entries of a name as changed: one that stood among them has another name now. */
  async markName(nameFolded: string, stamp: string): Promise<void> {
    await this.entries.updateMany({ nameFolded }, { $set: { stamp } }).exec();
  }

  /** Marks the entries of these places as gone. */
  async markRemoved(config: string, refs: readonly string[], stamp: string): Promise<void> {
    for (let at = 0; at < refs.length; at += REFS_AT_ONCE) {
      const some = refs.slice(at, at + REFS_AT_ONCE);
      await this.entries
        .updateMany({ config, ref: trusted({ $in: some }) }, { $set: { removed: true, stamp } })
        .exec();
    }
  }

  /** Marks all entries of a configuration as gone. */
  async markAllRemoved(config: string, stamp: string): Promise<void> {
    await this.entries.updateMany({ config }, { $set: { removed: true, stamp } }).exec();
  }

  /** The configurations that have entries. */
  async configs(): Promise<readonly string[]> {
    return this.entries.distinct('config').exec();
  }

  /** True when the visibility of some entries is not recomputed yet. */
  async hasChanges(): Promise<boolean> {
    return (await this.entries.exists(CHANGED).exec()) !== null;
  }

  /** Names whose visibility is not recomputed yet. */
  async changedNames(limit: number): Promise<readonly string[]> {
    const found = await this.entries
      .find(CHANGED, { nameFolded: 1 })
      .limit(limit)
      .lean<Pick<IndexedEntry, 'nameFolded'>[]>()
      .exec();
    return [...new Set(found.map(({ nameFolded }) => nameFolded))];
  }

  /** All entries of these names, by name. */
  async ofNames(namesFolded: readonly string[]): Promise<readonly VisibilityEntry[]> {
    return this.entries
      .find({ nameFolded: trusted({ $in: namesFolded }) }, LIGHT)
      .sort({ nameFolded: 1 })
      .lean<VisibilityEntry[]>()
      .exec();
  }

  /** Every entry there is, by name. */
  all(): AsyncIterable<VisibilityEntry> {
    return this.entries
      .find({}, LIGHT)
      .sort({ nameFolded: 1, config: 1, version: 1 })
      .lean<VisibilityEntry[]>()
      .cursor() as AsyncIterable<VisibilityEntry>; // lean: plain documents of this projection
  }

  /** The entries of a configuration with what was said of their signatures, some at a time. */
  signed(config: string): AsyncIterable<SignedEntry> {
    return this.entries
      .find({ config }, { contentId: 1, signature: 1, signatureText: 1 })
      .lean<SignedEntry[]>()
      .cursor() as AsyncIterable<SignedEntry>; // lean: plain documents of this projection
  }

  /** Writes what is said of the signature of an entry; of one that was replaced meanwhile, nothing. */
  async setSignature(
    { _id, contentId }: SignedEntry,
    signature: IndexedEntry['signature'],
  ): Promise<void> {
    await this.entries.updateOne({ _id, contentId }, { $set: { signature } }).exec();
  }

  /** Those of the package documents that an entry refers to. */
  async usedContents(contentIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.entries
      .find({ contentId: trusted({ $in: contentIds }) }, { contentId: 1, _id: 0 })
      .lean<Pick<IndexedEntry, 'contentId'>[]>()
      .exec();
    return new Set(found.map(({ contentId }) => contentId));
  }

  /** Writes the changes of one name after the other, each only where the entry is as it was read. */
  async place(changes: readonly VisibilityChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.entries.bulkWrite(
      changes.map((change) => toWrite(change)),
      { ordered: true },
    );
  }
}

function toWrite(change: VisibilityChange): AnyBulkWriteOperation<IndexedEntry> {
  const { _id, stamp } = change.entry;
  const filter = { _id, stamp: stamp ?? trusted({ $exists: false }) };
  if (change.kind === 'remove') return { deleteOne: { filter } };
  const { releaseKey, shelf, mergedShelf, alsoIn, behind } = change;
  const places = Object.entries({ shelf, mergedShelf, alsoIn, behind });
  const kept = places.filter(([, value]) => value !== undefined);
  const gone = places.filter(([, value]) => value === undefined).map(([key]) => [key, 1] as const);
  return {
    updateOne: {
      filter,
      update: {
        $set: { releaseKey, ...Object.fromEntries(kept) },
        $unset: { stamp: 1, ...Object.fromEntries(gone) },
      },
    },
  };
}
