import { type FastifyRequest } from 'fastify';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { type CredentialReader } from './credential-reader.js';
import { isOpen } from './may-call.js';

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
    if (request.is404 || request.method === 'OPTIONS') return;
    if (request.operation && isOpen(request.operation.spec)) return;
    if ((await reader.read(request)) === null) throw unauthenticated(NOTHING_PRESENTED);
  };
}
