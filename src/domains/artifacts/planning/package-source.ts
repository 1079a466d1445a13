import { invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type PackageName } from '../offered/catalogue.service.js';

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

/** The members of a request that say what to install. */
export interface SourceMembers extends Partial<PackageName> {
  readonly artifact?: JsonObject;
  readonly signature?: string;
}

/**
 * A package is either named or sent along.
 * @throws AppError `invalid-input` for neither and for both.
 */
export function packageSource({
  config,
  name,
  version,
  artifact,
  signature,
}: SourceMembers): PackageSource {
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
