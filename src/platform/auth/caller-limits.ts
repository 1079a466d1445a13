import { requestContext } from '../request-context/request-context.js';

/**
 * Ids of the roles that the caller's credential is limited to; null when it has all of its account's, and
 * outside of requests. What is done later in the name of a caller is held to them as well.
 */
export function callerLimits(): readonly string[] | null {
  return requestContext()?.restrictedTo ?? null;
}
