import { type RunningSystem } from '../../../cores/versions/running-system.js';
import {
  type CatalogueEntry,
  type IndexedEntry,
} from '#domains/catalogue/index/catalogue-entry.js';

/** What a package asks for, as it is written. */
export interface Dependency {
  readonly name: string;
  readonly range: string;
}

/** A version that lies in a repository. */
export type OfferedEntry = Pick<
  CatalogueEntry,
  | 'config'
  | 'ref'
  | 'name'
  | 'nameFolded'
  | 'version'
  | 'releaseKey'
  | 'line'
  | 'dependencies'
  | 'contentId'
  | 'integrity'
  | 'signature'
> &
  Pick<IndexedEntry, 'shelf' | 'mergedShelf'> & {
    /** Absent in entries that were written before it was kept. */
    readonly signatureText?: string | null;
  };

/** A package that is installed. */
export interface InstalledVersion {
  readonly id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly version: string;
  readonly revision: number;
  readonly dependencies: readonly Dependency[];
}

/** A package document that was sent along. */
export interface UploadedVersion {
  readonly at: number;
  readonly name: string;
  readonly nameFolded: string;
  readonly version: string;
  readonly dependencies: readonly Dependency[];
}

/** A package that is asked for, by folded name. */
export interface AskedPackage {
  readonly nameFolded: string;
  /** Only from this configuration; from all when undefined. */
  readonly config: string | undefined;
  /** Only this version; undefined for the best one. */
  readonly version: string | undefined;
}

/** All that a request touches: what is offered, what is installed, and what runs here. */
export interface PackageWorld {
  /** By folded name. */
  readonly offered: ReadonlyMap<string, readonly OfferedEntry[]>;
  readonly installed: ReadonlyMap<string, InstalledVersion>;
  readonly uploaded: ReadonlyMap<string, UploadedVersion>;
  readonly asked: ReadonlyMap<string, AskedPackage>;
  /** Folded names of what is removed. */
  readonly removed: ReadonlySet<string>;
  /** Applications and adapters; packages are told from the other fields. */
  readonly system: RunningSystem;
  /** Key of the running release. */
  readonly releaseKey: number;
  /** Configurations whose packages must be signed. */
  readonly signedConfigs: ReadonlySet<string>;
}

/** Whether a folded name means a package here, and no application or adapter. */
export function isPackageName(world: PackageWorld, nameFolded: string): boolean {
  return (
    world.offered.has(nameFolded) ||
    world.installed.has(nameFolded) ||
    world.uploaded.has(nameFolded)
  );
}
