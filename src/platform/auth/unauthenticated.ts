import { AppError } from '../../kernel/app-error.js';
import { type CredentialForm } from './presented-credential.js';

const REALM = 'realm="netadmin-api"';

/**
 * A refusal with 401. The challenge asks for the form that was tried; Basic is never offered to
 * those who did not use it, because browsers then open a dialog of their own over the docs page.
 */
export function unauthenticated(detail: string, form?: CredentialForm | 'authorization'): AppError {
  return new AppError('unauthenticated', detail, {
    headers: { 'WWW-Authenticate': challenge(form) },
  });
}

/** Asks for whichever credential the caller has. */
export const ANY_CHALLENGE = challenge(undefined);

function challenge(form: CredentialForm | 'authorization' | undefined): string {
  if (form === 'basic') return `Basic ${REALM}, charset="UTF-8"`;
  // RFC 6750, section 3.1: the error code belongs only to requests that presented something.
  return form === undefined ? `Bearer ${REALM}` : `Bearer ${REALM}, error="invalid_token"`;
}
