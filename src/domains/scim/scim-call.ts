import { type NamedAttributes } from '../../cores/scim/project.js';
import { AppError } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';

/** Whoever overtakes a change this often is told so. */
const TRIES_MAX = 3;

/** What all requests tell. */
export interface ScimCall {
  /** Where this platform speaks SCIM, as the caller reaches it: locations begin with it. */
  readonly base: string;
  readonly caller: Principal;
  /** The revision that a change is meant for. */
  readonly expected: number | undefined;
}

/** Which attributes a caller wants to see. */
export interface WantedAttributes {
  readonly attributes?: NamedAttributes;
  readonly excludedAttributes?: NamedAttributes;
}

/** Which part of a list a caller wants to see. */
export interface WantedPart extends WantedAttributes {
  readonly filter?: string | undefined;
  readonly startIndex?: number | undefined;
  readonly count?: number | undefined;
  readonly sortBy?: string | undefined;
  readonly sortOrder?: 'ascending' | 'descending' | undefined;
}

/** A resource as it is answered, and its revision. */
export interface ShownResource {
  readonly revision: number;
  readonly resource: JsonObject;
}

/** Does a change on what was read, and once more when others were faster and the caller expects no revision. */
export async function retried<T>(
  expected: number | undefined,
  change: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change();
    } catch (error) {
      const isStale =
        error instanceof AppError &&
        (error.kind === 'precondition-failed' || error.code === 'changed-meanwhile');
      if (!isStale || expected !== undefined || tries === TRIES_MAX) throw error;
    }
  }
}
