import { SCIM_TYPES, type ScimType } from '../../cores/scim/scim-error.js';
import { type AppError } from '../../kernel/app-error.js';
import { type Problem } from './problem.js';

/** The operations that speak SCIM lie below this path. */
export const SCIM_BASE = '/scim/v2';
export const SCIM_MEDIA_TYPE = 'application/scim+json';
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const NAME_CODES: ReadonlySet<string> = new Set(['duplicate', 'name-taken']);

/** Whether this address would be one of SCIM, if anything were there. */
export function isBelowScim(url: string): boolean {
  return /^\/scim\/v2(?=[/?]|$)/.test(url);
}

/** A failure as SCIM clients read it (RFC 7644, 3.12). */
export function toScimError(error: AppError, { status, detail }: Problem): object {
  const scimType = scimTypeOf(error);
  return {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  };
}

/** SCIM's word for a failure; undefined for those that it has none for. */
export function scimTypeOf({ kind, code, errors }: AppError): ScimType | undefined {
  const named = SCIM_TYPES.find((type) => type === code);
  if (named) return named;
  if (kind === 'conflict') return NAME_CODES.has(code) ? 'uniqueness' : undefined;
  if (kind !== 'invalid-input') return undefined;
  return errors.some(({ pointer }) => pointer === '#') ? 'invalidSyntax' : 'invalidValue';
}
