import { type FastifyReply, type FastifyRequest } from 'fastify';
import { withRequestContext } from '../../platform/logging/request-context.js';

/** Supervisors ask all day; their questions are only of interest to whoever looks for them. */
const QUIET: ReadonlySet<string> = new Set(['live', 'ready', 'metrics']);

/**
 * The `onResponse` hook: one line and one measurement per request. The route's pattern stands for
 * the path, because a path may hold names and a query string a token.
 */
export function noteServed(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { log, metrics } = request.server.httpFloor;
  const operationId = request.operation?.id;
  const status = reply.statusCode;
  const durationMs = reply.elapsedTime;
  const bytes = request.raw.socket.bytesWritten - request.bytesBefore || 0;
  metrics.observe({ operationId, status, durationMs, bytes });
  const level = QUIET.has(operationId ?? '') ? 'debug' : 'info';
  if (log.writes(level)) {
    withRequestContext(request.requestContext ?? undefined, () => {
      log[level](
        {
          method: request.method,
          route: request.routeOptions.url ?? 'unknown',
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          bytes,
        },
        'request served',
      );
    });
  }
  done();
}
