import { type FastifyRequest } from 'fastify';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { unknownRoute } from '../problems/unknown-route.js';
import { type CredentialReader } from './credential-reader.js';
import { assertMayCall, isOpen } from './may-call.js';
import {
  assertStrangersBody,
  presentsOwnCredential,
  takesOwnCredential,
} from './own-credential.js';
import { mayBeLarge, takesSmallBodies } from './strangers-bodies.js';

/** What callers without a credential are told. */
export const NOTHING_PRESENTED = 'This operation needs a credential: sign in first';

/**
 * The `onRequest` hook that decides whether a body is worth reading: strangers cannot make the server
 * read, parse or decompress anything. Without a credential a request ends here; with one it ends here
 * if its body may be large and the credential is not good, or its owner has no role for the operation.
 * Of small bodies the guards decide. Unknown paths are answered at once, because Fastify would read the
 * body of a request to nowhere.
 */
export function refuseAnonymous(
  reader: CredentialReader,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { is404, method, originalUrl, server } = request;
    if (is404) throw unknownRoute(method, originalUrl, server.operationsBaseUrl);
    if (isOpenToAll(request)) return;
    const credential = await reader.read(request);
    if (credential === null) {
      assertLeftToObject(request);
      return;
    }
    if (!isWorthACheck(request)) return;
    const { principal } = await reader.verify(credential, request);
    if (request.operation) assertMayCall(principal, request.operation);
  };
}

/** @throws AppError `unauthenticated` unless the called object has a say; `payload-too-large` then. */
function assertLeftToObject({ operation, headers }: FastifyRequest): void {
  const hasSay = operation !== null && takesOwnCredential(operation.spec);
  if (!hasSay || !presentsOwnCredential(headers)) throw unauthenticated(NOTHING_PRESENTED);
  assertStrangersBody(headers);
}

/** OPTIONS belongs to CORS; no operation has that method. */
function isOpenToAll({ method, operation }: FastifyRequest): boolean {
  return method === 'OPTIONS' || (operation !== null && isOpen(operation.spec));
}

/** Where the route itself reads no more than a stranger may send, the guard is early enough. */
function isWorthACheck({ operation, headers }: FastifyRequest): boolean {
  const isBounded = operation !== null && takesSmallBodies(operation.spec);
  return !isBounded && mayBeLarge(headers);
}
