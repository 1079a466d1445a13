import { type IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../kernel/app-error.js';
import { type ResourceCredentialClaim } from '../../platform/auth/resource-credentials.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { mayBeLarge, SMALL_BODY_MAX_BYTES } from '../operations/body-limits.js';

/** Carries the token of the object that is called. */
export const RESOURCE_TOKEN_HEADER = 'x-trigger-token';
/** Carries a time and the signature of it and the body: `t=1767225600,v1=<hex>`. */
export const RESOURCE_SIGNATURE_HEADER = 'x-trigger-signature';

/** True for rows that take a credential of the object in the place of one of the platform. */
export function takesResourceCredential({ access }: OperationSpec): boolean {
  return typeof access === 'object' && 'orOwn' in access;
}

/** What of an object's own the request presents, in the words of audit entries; null for nothing. */
export function resourceCredentialForm(headers: IncomingHttpHeaders): string | null {
  if (RESOURCE_TOKEN_HEADER in headers) return 'trigger-token';
  return RESOURCE_SIGNATURE_HEADER in headers ? 'trigger-signature' : null;
}

/** Whether the request presents what can be an object's own credential. */
export function presentsResourceCredential(headers: IncomingHttpHeaders): boolean {
  return RESOURCE_TOKEN_HEADER in headers || RESOURCE_SIGNATURE_HEADER in headers;
}

/**
 * Strangers are read no more than anywhere else; whether this is one shows only after its body is read.
 * @throws AppError `payload-too-large`, also for a body of unknown length.
 */
export function assertAnonymousBody(headers: IncomingHttpHeaders): void {
  if (!mayBeLarge(headers)) return;
  throw new AppError(
    'payload-too-large',
    `With a credential of the trigger the body has a Content-Length, of ${SMALL_BODY_MAX_BYTES} bytes at most`,
  );
}

/** What is presented; undefined for nothing, and for two things at once. */
export function resourceCredentialClaim(
  headers: IncomingHttpHeaders,
  body: Buffer,
): ResourceCredentialClaim | undefined {
  const { [RESOURCE_TOKEN_HEADER]: token, [RESOURCE_SIGNATURE_HEADER]: signature } = headers;
  if (typeof token === 'string' && signature === undefined) return { form: 'token', token };
  if (typeof signature === 'string' && token === undefined) {
    return { form: 'signature', signature, body };
  }
  return undefined;
}
