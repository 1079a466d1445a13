import { invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { assertStorable } from '../../../platform/database/storable.js';
import { type PackageName } from '../offered/catalogue.service.js';
import { type PackageRequest } from '../resolving/package-resolver.service.js';
import { type UserChanges } from './document-outcome.js';

/** A package document that a caller has sent. */
export interface UploadedPackage {
  readonly document: JsonObject;
  /** Where it lies in the request, `#/artifact` for example. */
  readonly pointer: string;
  /** Detached signature of its author, in base64. */
  readonly signature?: string | undefined;
}

/** What a caller wants to have installed. */
export type PackageSource =
  | { readonly kind: 'named'; readonly named: PackageName }
  | { readonly kind: 'uploaded'; readonly uploaded: UploadedPackage };

/** Sent documents are not changed: what is asked of one several times is read once. */
const known = new WeakMap<JsonObject, Artifact>();

/**
 * Reads a package document that a caller has sent.
 * @throws AppError `invalid-input` with pointers into the request.
 */
export function readUploaded({ document, pointer }: UploadedPackage): Artifact {
  const before = known.get(document);
  if (before) return before;
  // The parts are stored one by one, each with its own limit; the whole is checked for what it holds.
  assertStorableAt(document, pointer);
  const reading = readArtifact(document);
  if (reading.kind === 'sound') {
    known.set(document, reading.artifact);
    return reading.artifact;
  }
  throw invalidInput(
    reading.faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer.slice(1) })),
  );
}

function assertStorableAt(document: JsonObject, pointer: string): void {
  assertStorable({ [pointer.slice(2)]: document }, { limitBytes: Infinity });
}

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
