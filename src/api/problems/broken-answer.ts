import { type FastifyReply, type FastifyRequest } from 'fastify';
import { withRequestContext } from '../../platform/request-context/request-context.js';
import { noteProblem } from './note-problem.js';
import { toAppError } from './to-app-error.js';

/** The caller went away; that is no failure of the source. */
const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Notes a streamed answer whose source fails after the first byte. The connection is cut then, and
 * nothing else would tell why; before the first byte the filter answers and notes it.
 */
export function noteBrokenAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error & { readonly code?: string },
): void {
  if (!reply.raw.headersSent || error.code === PREMATURE_CLOSE) return;
  withRequestContext(request.requestContext ?? undefined, () => {
    noteProblem(request.server.httpHooks.log, toAppError(error));
  });
}
