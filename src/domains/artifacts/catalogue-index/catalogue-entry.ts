import { type ShelfInterval } from '../catalogue/shelf.js';

/** What the index knows of one package in one repository, in the version that lies there. */
export interface CatalogueEntry {
  /** Derived from configuration and place, so that reading a repository twice changes nothing. */
  readonly _id: string;
  /** Name of the repository configuration. */
  readonly config: string;
  /** Place in the repository. */
  readonly ref: string;
  /** Tells whether the package must be read again. */
  readonly fingerprint: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly version: string;
  /** The release that the package says it is made for; null when it does not say. */
  readonly release: string | null;
  /** Key of that release, or of the running one. */
  readonly releaseKey: number;
  readonly isDefaultBranch: boolean;
  readonly searchText: string;
  /** The package document in `catalogue_contents`. */
  readonly contentId: string;
  readonly sizeBytes: number;
  readonly published: Date | null;
  readonly registryId: number;
}

/** An entry with its place on the shelves; both intervals are kept by `ShelfKeeper` alone. */
export interface ShelvedEntry extends CatalogueEntry {
  /** Releases for which it is shown among the packages of its own configuration. */
  readonly shelf?: ShelfInterval;
  /** Releases for which it is shown when all enabled configurations are merged. */
  readonly mergedShelf?: ShelfInterval;
  /** Set by every change, and taken away once the shelves follow it. */
  readonly stamp?: string;
  /** Gone from its repository; shown until the shelves follow. */
  readonly removed?: boolean;
}
