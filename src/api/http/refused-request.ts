import { type FastifyReply, type FastifyRequest } from 'fastify';
import { STANDARD_HEADERS } from './standard-headers.js';
import { noteProblem } from '../problems/note-problem.js';
import { sendProblem } from '../problems/send-problem.js';
import { toAppError } from '../problems/to-app-error.js';

/**
 * Answers what the router refuses before any hook runs: malformed escapes in the path, segments
 * beyond every bound.
 */
export function answerRefusedRequest(
  thrown: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = toAppError(thrown);
  const { log, metrics } = request.server.httpHooks;
  noteProblem(log, error);
  reply.headers(STANDARD_HEADERS).header('x-request-id', request.id);
  sendProblem(reply, error);
  metrics.observe({ operationId: undefined, status: reply.statusCode, durationMs: 0, bytes: 0 });
}
