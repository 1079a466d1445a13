import { type FastifyReply, type FastifyRequest, type onRequestHookHandler } from 'fastify';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { hasBody } from '../operations/body-limits.js';
import { unknownRoute } from '../problems/unknown-route.js';
import { countRequest } from '../rate-limit/count-request.js';
import { type RateLimitService } from '../rate-limit/rate-limit.service.js';
import { type AccessRequest } from '../request/access-request.js';
import { type CredentialReader } from './credential-reader.js';
import { assertMayCall, isOpen } from './may-call.js';
import {
  assertAnonymousBody,
  presentsResourceCredential,
  takesResourceCredential,
} from './resource-credential.js';

/** What callers without a credential are told. */
export const NOTHING_PRESENTED = 'This operation needs a credential: sign in first';

/**
 * The `onRequest` hook that decides whether a body is read: nothing is read, parsed or decompressed for
 * strangers, for callers beyond their rate, and for those without a role for the operation. Requests
 * without a body are left to the guards, which ask the same. Unknown paths are answered at once, because
 * Fastify would read the body of a request to nowhere.
 */
export function authorizeBeforeBody(
  reader: CredentialReader,
  limiter: RateLimitService,
): onRequestHookHandler {
  const authorize = async (request: AccessRequest, reply: FastifyReply): Promise<void> => {
    const credential = await reader.read(request);
    if (credential === null) {
      assertLeftToObject(request);
      return;
    }
    if (!isJudgedHere(request)) return;
    const { principal } = await reader.verify(credential, request);
    request.principal = principal;
    countRequest(limiter, request, reply);
    if (request.operation) assertMayCall(principal, request.operation);
  };
  return (request, reply, done) => {
    const { is404, method, originalUrl, server } = request;
    if (is404) done(unknownRoute(method, originalUrl, server.operationsBaseUrl));
    // Called back at once: these requests wait for nothing, and a promise would cost them time.
    else if (isOpenToAll(request)) done();
    else
      authorize(request, reply).then(() => {
        done();
      }, done);
  };
}

/** @throws AppError `unauthenticated` unless the called object has a say; `payload-too-large` then. */
function assertLeftToObject({ operation, headers }: FastifyRequest): void {
  const hasSay = operation !== null && takesResourceCredential(operation.spec);
  if (!hasSay || !presentsResourceCredential(headers)) throw unauthenticated(NOTHING_PRESENTED);
  assertAnonymousBody(headers);
}

/** OPTIONS belongs to CORS; no operation has that method. */
function isOpenToAll({ method, operation }: FastifyRequest): boolean {
  return method === 'OPTIONS' || (operation !== null && isOpen(operation.spec));
}

/** The token of the scraper is known to the guard alone; small bodies are read for it. */
function isJudgedHere({ operation, headers }: FastifyRequest): boolean {
  return hasBody(headers) && operation?.spec.scraper !== true;
}
