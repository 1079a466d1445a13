import { cutText } from '../../kernel/cut-text.js';
import { invalidInput } from '../../kernel/app-error.js';
import { type OperationAbout } from '../../platform/tracking/tracked-operation.js';
import { type JsonObject } from '../../kernel/json.js';
import {
  type ChangeRequest,
  type PackageSource,
  readUploaded,
  removalOf,
} from './planning/change-request.js';
import { type UserChanges } from './planning/document-outcome.js';
import { type PackageName } from './offered/catalogue.service.js';

/** The members of a request that say which packages are to change, and how. */
export interface ChangeMembers extends Partial<PackageName> {
  readonly artifact?: JsonObject;
  readonly signature?: string;
  readonly remove?: readonly string[];
  readonly options?: {
    readonly overwrite?: boolean;
    readonly force?: boolean;
    readonly userChanges?: UserChanges;
    readonly adopt?: boolean;
  };
}

const UNLESS_SAID = { overwrite: false, force: false, userChanges: 'merge', adopt: false } as const;

/**
 * A request either installs a package or removes some.
 * @throws AppError `invalid-input` for neither and for both.
 */
export function changeRequest({ remove, options, ...source }: ChangeMembers): ChangeRequest {
  const { overwrite, force, userChanges, adopt } = { ...UNLESS_SAID, ...options };
  if (remove === undefined) {
    const install = packageSource(source);
    // What is brought along is moved in: what it asks for need not run here (docs/catalogue.md).
    const isForced = force || install.kind === 'uploaded';
    return { install, remove: [], overwrite, force: isForced, isAlone: false, userChanges, adopt };
  }
  const beside = Object.entries(source).find(([, value]) => value !== undefined);
  if (beside) {
    throw invalidInput([{ pointer: `#/${beside[0]}`, detail: 'is not allowed beside remove' }]);
  }
  if (adopt)
    throw invalidInput([{ pointer: '#/options/adopt', detail: 'is of no use beside remove' }]);
  return removalOf(remove, force);
}

/** A package is either named or sent along. */
function packageSource({
  config,
  name,
  version,
  artifact,
  signature,
}: Omit<ChangeMembers, 'remove' | 'options'>): PackageSource {
  if (artifact === undefined) {
    if (name === undefined) {
      throw invalidInput([{ pointer: '#/name', detail: 'is required when there is no artifact' }]);
    }
    if (signature !== undefined) {
      throw invalidInput([{ pointer: '#/signature', detail: 'is of no use without artifact' }]);
    }
    return { kind: 'named', named: { config, name, version } };
  }
  const beside = Object.entries({ config, name, version }).find(([, value]) => value !== undefined);
  if (beside) {
    const detail = 'is not allowed beside artifact';
    throw invalidInput([{ pointer: `#/${beside[0]}`, detail }]);
  }
  return { kind: 'uploaded', uploaded: { document: artifact, pointer: '#/artifact', signature } };
}

/** A change that somebody wants, and the plan that they have seen of it. */
export interface RequestedPackageChange {
  readonly change: ChangeRequest;
  /** Undefined for whatever comes of it now. */
  readonly planHash: string | undefined;
}

/** @throws AppError as `changeRequest` does. */
export function requestedChange(
  members: ChangeMembers & { readonly options?: { readonly plan?: string } },
): RequestedPackageChange {
  return { change: changeRequest(members), planHash: members.options?.plan };
}

/** The removal of one package, of the revision that the caller has read. */
export function requestedRemoval(
  name: string,
  { force = false, plan }: { readonly force?: boolean; readonly plan?: string },
  expectedRevision: number | undefined,
): RequestedPackageChange {
  return { change: { ...removalOf([name], force), expectedRevision }, planHash: plan };
}

const SUBJECT_LENGTH_MAX = 214;

/**
 * What a change is about, for whoever follows it. Until it is decided it can be cancelled; its progress
 * says when that is.
 * @throws AppError `invalid-input` for a document that is no package.
 */
export function aboutOf({ install, remove }: ChangeRequest): OperationAbout {
  const kind = install === null ? 'uninstall' : 'install';
  const names = install === null ? remove.join(', ') : nameOf(install);
  return { kind, subject: cutText(names, SUBJECT_LENGTH_MAX), isCancellable: true };
}

function nameOf(install: PackageSource): string {
  return install.kind === 'named' ? install.named.name : readUploaded(install.uploaded).name;
}
