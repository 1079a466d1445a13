import { IGNORED_PARAMETERS, ignoredParameters } from '../../api/query/ignored-parameters.js';
import { type ReadRequest } from '../../cores/scim/read-requests.js';
import { noteHeader } from '../../platform/request-context/request-context.js';

/** What was read, after a header of the answer names what is not kept of it. */
export function noteIgnored<T>({ read, ignored }: ReadRequest<T>): T {
  if (ignored.length > 0) noteHeader(IGNORED_PARAMETERS, ignoredParameters([...new Set(ignored)]));
  return read;
}
