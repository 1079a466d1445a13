import { invalidInput } from '../../../kernel/app-error.js';
import { isOwnPath, RETURN_TO_DEFAULT } from './return-to.js';

/**
 * Where the browser goes after signing in.
 * @throws AppError `invalid-input` for anything but a path on this server: a link to our sign-in must
 *   not be a way to somebody else's page.
 */
export function returnToOf({ returnTo }: { readonly returnTo?: string }): string {
  if (returnTo === undefined) return RETURN_TO_DEFAULT;
  if (isOwnPath(returnTo)) return returnTo;
  throw invalidInput([{ pointer: '#/returnTo', detail: 'must be a path on this server' }]);
}

/** The provider's answer as a query string again, with what counts of it. */
export function answerOf(query: object): URLSearchParams {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new URLSearchParams(given);
}
