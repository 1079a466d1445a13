import { type PackageSource } from '../package-source.js';
import { type PackageWish } from '../resolving/package-wish.js';
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
  /** The revision of the package to replace or remove that the caller has read; undefined for any. */
  readonly expectedRevision?: number | undefined;
}

/** The wish that such a request comes to. */
export function wishOf({ install, remove, force, isAlone }: ChangeRequest): PackageWish {
  const wanted = install && [
    install.kind === 'named'
      ? { kind: 'named' as const, ...install.named }
      : { kind: 'uploaded' as const, document: install.uploaded.document },
  ];
  return { ...(wanted && { install: wanted }), remove, force, alone: isAlone };
}

/** A request that only removes. */
export function removalOf(remove: readonly string[], force: boolean): ChangeRequest {
  return {
    ...{ install: null, remove, force },
    ...{ overwrite: false, isAlone: false, userChanges: 'overwrite' },
  };
}
