import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AppError } from '../../kernel/app-error.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { withRequestContext } from '../../platform/request-context/request-context.js';
import { noteProblem } from './note-problem.js';
import { sendProblem } from './send-problem.js';
import { toAppError } from './to-app-error.js';
import { unknownRoute, withOtherMethods } from './unknown-route.js';

/**
 * Turns whatever was thrown, in handlers, guards, hooks or parsers, into a problem document. The
 * only exception filter, and the only place that logs errors of requests (ADR 0031).
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: AppLogger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = failureOf(thrown, request);
    withRequestContext(request.requestContext ?? undefined, () => {
      noteProblem(this.log, error);
    });
    // After the first byte nothing can be said any more; a cut connection at least is no success.
    if (reply.raw.headersSent) reply.raw.destroy();
    else sendProblem(reply, error);
  }
}

/** Nest answers unknown routes with an exception of its own, which knows nothing of other methods. */
function failureOf(thrown: unknown, request: FastifyRequest): AppError {
  const { is404, method, originalUrl: url, server } = request;
  const baseUrl = server.operationsBaseUrl;
  const isUnknownRoute = is404 && thrown instanceof NotFoundException;
  return isUnknownRoute
    ? unknownRoute(method, url, baseUrl)
    : withOtherMethods(toAppError(thrown), { method, url, baseUrl });
}
