import { type PackageSource, type UploadedPackage } from './package-source.js';
import { type PackageRequest } from '../resolving/package-request.js';
import { type UserChanges } from './document-outcome.js';

/** A change of the installed packages that somebody wants. */
export interface ChangeRequest {
  /** The package to install; null for removals alone. */
  readonly install: PackageSource | null;
  /** Names or `_id`s of installed packages to remove. */
  readonly remove: readonly string[];
  /** Replace an installed version of the package; without it that is a problem. */
  readonly overwrite: boolean;
  /** Go on although something is missing here, or others need what goes: those go as well. */
  readonly force: boolean;
  /** Take no dependencies along: what is not here is said as missing. */
  readonly isAlone: boolean;
  readonly userChanges: UserChanges;
  /** Take over documents of users that have the names of those that the package brings. */
  readonly adopt: boolean;
  /** The revision of the package to replace or remove that the caller has read; undefined for any. */
  readonly expectedRevision?: number | undefined;
}

/** What the resolver is asked for by such a change. */
export function packageRequest({ install, remove, force, isAlone }: ChangeRequest): PackageRequest {
  const wanted = install && [
    install.kind === 'named'
      ? { kind: 'named' as const, ...install.named }
      : { kind: 'uploaded' as const, document: install.uploaded.document },
  ];
  return { ...(wanted && { install: wanted }), remove, force, alone: isAlone };
}

/** How a package that a caller brings is installed. */
export interface UploadOptions {
  /** Replace an installed version. */
  readonly overwrite: boolean;
  readonly expectedRevision?: number | undefined;
}

/** A request that installs what a caller brings along, and nothing else. */
export function uploadOf(
  uploaded: UploadedPackage,
  { overwrite, expectedRevision }: UploadOptions,
): ChangeRequest {
  return {
    install: { kind: 'uploaded', uploaded },
    remove: [],
    overwrite,
    expectedRevision,
    force: true,
    isAlone: true,
    userChanges: 'overwrite',
    adopt: false,
  };
}

/** A request that only removes. */
export function removalOf(remove: readonly string[], force: boolean): ChangeRequest {
  return {
    install: null,
    remove,
    force,
    overwrite: false,
    isAlone: false,
    userChanges: 'overwrite',
    adopt: false,
  };
}
