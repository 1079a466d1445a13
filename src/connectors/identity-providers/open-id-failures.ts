import { AppError } from '../../kernel/app-error.js';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { errorCode } from '../../platform/database/launcher/error-code.js';
import { upstreamFailed } from '../../platform/outbound/outbound-failures.js';

/** What the library calls answers that are no answers: the provider's fault, and not the user's. */
const BROKEN_ANSWERS: ReadonlySet<string> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
]);
/** Codes of RFC 6749 are such words; a provider's free text is not shown. */
const ERROR_WORD = /^[a-z_]{1,40}$/;

/** The provider's metadata could not be read, or are not its own. */
export function discoveryFailure(error: unknown): AppError {
  return (
    ownFailure(error) ??
    upstreamFailed(`The metadata of the OpenID Connect provider cannot be used${codeOf(error)}`)
  );
}

/**
 * What a caller is told when an answer was not accepted. The library's errors hold the answer itself,
 * tokens and codes included, so nothing of them goes along but their code.
 */
export function answerFailure(error: unknown): AppError {
  const own = ownFailure(error);
  if (own) return own;
  const word = wordOf(error);
  // `error` in the browser's hands is the provider's refusal; at the token endpoint it is about us.
  if (nameOf(error) === 'AuthorizationResponseError') {
    return unauthenticated(`The OpenID Connect provider did not sign you in${word}`);
  }
  if (nameOf(error) === 'ResponseBodyError' && word !== ' (invalid_grant)') {
    return upstreamFailed(`The OpenID Connect provider refused the call of this platform${word}`);
  }
  const code = codeOf(error);
  if (BROKEN_ANSWERS.has(code.slice(2, -1))) {
    return upstreamFailed(`The answer of the OpenID Connect provider cannot be used${code}`);
  }
  return unauthenticated(
    `The answer of the OpenID Connect provider does not prove who you are${word || code}`,
  );
}

/** A failure of ours on the way to the provider, however the library has wrapped it. */
function ownFailure(error: unknown): AppError | undefined {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if (cause instanceof AppError) return cause;
    ({ cause } = cause);
  }
  return undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function codeOf(error: unknown): string {
  const code = errorCode(error) ?? '';
  return /^[A-Z_]{1,60}$/.test(code) ? ` (${code})` : '';
}

function wordOf(error: unknown): string {
  const word = error instanceof Error && 'error' in error ? error.error : undefined;
  return typeof word === 'string' && ERROR_WORD.test(word) ? ` (${word})` : '';
}
