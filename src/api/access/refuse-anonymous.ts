import { type FastifyRequest } from 'fastify';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { BUILT_OPERATIONS, operationSpec } from '../operations/operations.js';
import { type CredentialReader } from './credential-reader.js';
import { isOpen } from './may-call.js';

const OPEN_ROUTES: ReadonlySet<string> = new Set(
  BUILT_OPERATIONS.map(operationSpec)
    .filter(isOpen)
    .map(({ method, path }) => `${method} ${path}`),
);

/** What callers without a credential are told. */
export const NOTHING_PRESENTED = 'This operation needs a credential: sign in first';

/**
 * The `onRequest` hook that refuses a request without any credential before its body is read:
 * strangers cannot make the server read, parse or decompress anything. Whether a presented
 * credential is good is for the guard. Unknown paths pass, to be answered 404 like everyone's.
 */
export function refuseAnonymous(
  reader: CredentialReader,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    // OPTIONS belongs to CORS; no operation has that method.
    if (request.is404 || request.method === 'OPTIONS' || isOpenRoute(request)) return;
    if ((await reader.read(request)) === null) throw unauthenticated(NOTHING_PRESENTED);
  };
}

function isOpenRoute({ method, routeOptions }: FastifyRequest): boolean {
  const verb = method === 'HEAD' ? 'GET' : method;
  return OPEN_ROUTES.has(`${verb} ${routeOptions.url ?? ''}`);
}
