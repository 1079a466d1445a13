import { type PackageLine } from '../../../connectors/registry/registry-package.js';
import { type ShadowedPackage } from '../visibility/shadowed-packages.js';
import { type VisibilityInterval } from '../visibility/visibility-intervals.js';
import { type SignatureVerdict } from '../trust/package-trust.js';

/**
 * Counts up when entries hold something that older ones lack: it is a part of their fingerprints, so
 * that those are read again.
 */
const ENTRY_FORMAT = 2;

/** What is kept as the fingerprint of a package: what its repository says, and our format. */
export function keptFingerprint(fingerprint: string): string {
  return `${ENTRY_FORMAT}:${fingerprint}`;
}

/** What a package asks for. */
export interface CatalogueDependency {
  /** A package, an application or an adapter, as it is written. */
  readonly name: string;
  /** As it is written; any version when empty. */
  readonly range: string;
}

/** What the index knows of one package in one repository, in the version that lies there. */
export interface CatalogueEntry {
  /** Derived from configuration and place, so that reading a repository twice changes nothing. */
  readonly _id: string;
  /** Name of the repository configuration. */
  readonly config: string;
  /** Place in the repository. */
  readonly ref: string;
  /** Tells whether the package must be read again; as `keptFingerprint` writes it. */
  readonly fingerprint: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly version: string;
  /** The release that the package says it is made for; null when it does not say. */
  readonly release: string | null;
  /** Key of that release, or of the running one. */
  readonly releaseKey: number;
  /** Tags are found by name and version; they are never visible in lists. */
  readonly line: PackageLine;
  readonly dependencies: readonly CatalogueDependency[];
  readonly searchText: string;
  /** The package document in `catalogue_contents`. */
  readonly contentId: string;
  /** SHA-256 of the canonical JSON of the document, in hex. */
  readonly integrity: string;
  /** By the keys that the configuration named when the repository was read last. */
  readonly signature: SignatureVerdict;
  /** What lay beside it as its signature; null when there was none or none was asked for. */
  readonly signatureText: string | null;
  /** The number of its project in the registry; null where there are no such numbers. */
  readonly projectId: number | null;
  readonly sizeBytes: number;
  readonly published: Date | null;
  readonly registryId: number;
}

/** An entry and the releases for which it is visible; both intervals are kept by `VisibilityIndexer` alone. */
export interface IndexedEntry extends CatalogueEntry {
  /** Releases for which it is shown among the packages of its own configuration. */
  readonly shelf?: VisibilityInterval;
  /** Releases for which it is shown when all enabled configurations are merged. */
  readonly mergedShelf?: VisibilityInterval;
  /** Enabled configurations with this name, version and release that stand behind this one by their names. */
  readonly alsoIn?: readonly string[];
  /** Other packages whose names count as this one, and what stands behind it otherwise; a few. */
  readonly behind?: readonly ShadowedPackage[];
  /** Set by every change, and taken away once its visibility is recomputed. */
  readonly stamp?: string;
  /** Gone from its repository; shown until its visibility is recomputed. */
  readonly removed?: boolean;
}
