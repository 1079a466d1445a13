import { RETURN_TO_DEFAULT } from './return-to.js';

/** Where the browser goes after signing in; its shape was checked as an input. */
export function returnToOf({ returnTo }: { readonly returnTo?: string }): string {
  return returnTo ?? RETURN_TO_DEFAULT;
}

/** The provider's answer as a query string again, with what counts of it. */
export function answerOf(query: object): URLSearchParams {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new URLSearchParams(given);
}
