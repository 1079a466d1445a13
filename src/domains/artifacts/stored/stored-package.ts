import { type StoredDocument } from '../../../platform/database/storable.js';
import { type PackageOrigin } from '#domains/catalogue/trust/package-trust.js';

/** Where one bundle of an installed package lies, and what it takes to give it back as it came. */
export interface BundleRef {
  readonly type: string;
  readonly collection: string;
  /** `_id` of its record. */
  readonly documentId: string;
  /** The `_id` it came with, where it has another one here. */
  readonly originalId?: string;
  /** Members of the bundle beside `type` and `data`. */
  readonly rest?: StoredDocument;
  /** The agenda job that it came as, where it is an automation here. */
  readonly agendaJob?: StoredDocument;
}

/** A document of a package as its manifest names it. */
export interface PackageComponent {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** The mark of a change that has begun and concerns this package; its journal says the rest. */
export interface PackageOperation {
  readonly id: string;
}

/** What of a package changes with its version. */
export interface PackageContent {
  readonly name: string;
  readonly nameFolded: string;
  readonly version: string;
  readonly descriptionFolded: string;
  readonly keywords: readonly string[];
  /** The keywords one to a line, for searches that also look for a text. */
  readonly keywordLines: string;
  /** Folded names of what it depends on. */
  readonly dependencies: readonly string[];
  readonly components: readonly PackageComponent[];
  readonly bundles: readonly BundleRef[];
  /** The package document as it came, bundles left out. */
  readonly head: StoredDocument;
  readonly installed: Date;
  readonly installedBy: string;
  /** Absent for packages of before this was kept. */
  readonly origin?: PackageOrigin;
  /** It was installed whatever is missing here, as uploads are; absent where that was looked at. */
  readonly isForced?: true;
}

/** A package as it is stored; the content is missing while its first installation is not done. */
export interface StoredPackage extends Partial<PackageContent> {
  readonly _id: string;
  readonly nameFolded: string;
  /** Only `installed` ones are shown. */
  readonly state: 'reserved' | 'installed' | 'removing';
  /** Counts up with every change; the value of the ETag. */
  readonly revision: number;
  readonly operation?: PackageOperation;
}

/** An installed package with all of its content. */
export type InstalledRecord = StoredPackage & PackageContent;
