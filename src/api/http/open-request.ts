import { type FastifyReply, type FastifyRequest } from 'fastify';
import { callingOperation } from '../../platform/request-context/internal-calls.js';
import { withRequestContext } from '../../platform/request-context/request-context.js';
import { watchAnswer } from './access-line.js';
import { STANDARD_HEADERS, TLS_HEADERS } from './standard-headers.js';
import { traceParentOf } from './trace-parent.js';

/**
 * The first `onRequest` hook: opens the context that logs and deeper layers read, and sets the
 * headers that even a refusal carries. Everything after it runs inside the context.
 */
export function openRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const operation = request.routeOptions.config.operation ?? null;
  const context = {
    requestId: request.id,
    via: callingOperation()?.via,
    operationId: operation?.id,
    principalId: undefined,
    traceparent: traceParentOf(request.raw.headers),
    headers: new Map<string, string>(),
    changes: [],
    signInName: undefined,
    signedIn: undefined,
    signedOut: undefined,
    failure: undefined,
  };
  request.operation = operation;
  request.requestContext = context;
  watchAnswer(request, reply);
  reply.headers(STANDARD_HEADERS);
  reply.header('x-request-id', request.id);
  if (request.protocol === 'https') reply.headers(TLS_HEADERS);
  withRequestContext(context, done);
}
