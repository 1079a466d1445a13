import { type JsonObject } from '../../../kernel/json.js';

/** A package of the catalogues, named as operation 1 names it. */
export interface NamedRequest {
  readonly kind: 'named';
  /** Repository configuration to take it from; all enabled ones when absent. */
  readonly config?: string | undefined;
  readonly name: string;
  /** Exactly this version; what fits best when absent, first of all what operation 1 shows. */
  readonly version?: string | undefined;
}

/** A package document that the caller brings along; it was read and found sound. */
export interface UploadedRequest {
  readonly kind: 'uploaded';
  readonly document: JsonObject;
}

/** What is wanted of the set of installed packages. */
export interface PackageRequest {
  readonly install?: readonly (NamedRequest | UploadedRequest)[];
  /** Names or `_id`s of installed packages. */
  readonly remove?: readonly string[];
  /** Take dependents along when removing; install although something is missing. */
  readonly force?: boolean;
  /** Take no dependencies along: what is not here is said as missing. */
  readonly alone?: boolean;
}
