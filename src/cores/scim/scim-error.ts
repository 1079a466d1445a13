import { AppError } from '../../kernel/app-error.js';

/** What SCIM calls a fault of a request (RFC 7644, 3.12); the codes of our failures where they are one of these. */
export const SCIM_TYPES = [
  'invalidFilter',
  'invalidPath',
  'invalidSyntax',
  'invalidValue',
  'mutability',
  'noTarget',
  'tooMany',
  'uniqueness',
] as const;
export type ScimType = (typeof SCIM_TYPES)[number];

/** A request that SCIM has a word for: 400 with this `scimType`. */
export function scimError(type: ScimType, detail: string): AppError {
  return new AppError('invalid-input', detail, { code: type });
}
