import { type FastifyReply, type FastifyRequest } from 'fastify';
import { withRequestContext } from '../../platform/request-context/request-context.js';

/** Supervisors ask all day; their questions are only of interest to whoever looks for them. */
const QUIET: ReadonlySet<string> = new Set(['live', 'ready', 'metrics']);

/**
 * Sees to it that the request leaves one line and one measurement when its answer is done with, or
 * when the caller goes away without it: Fastify's `onResponse` knows nothing of the latter.
 */
export function watchAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const begun = performance.now();
  // Held here: a request whose stream was destroyed has let go of it by then.
  const { socket } = request.raw;
  const bytesBefore = socket.bytesWritten;
  reply.raw.once('close', () => {
    const durationMs = performance.now() - begun;
    const bytes = socket.bytesWritten - bytesBefore || 0;
    noteServed(request, reply, { durationMs, bytes });
  });
}

function noteServed(
  request: FastifyRequest,
  reply: FastifyReply,
  measured: { readonly durationMs: number; readonly bytes: number },
): void {
  const { log, metrics } = request.server.httpHooks;
  const operationId = request.operation?.id;
  const status = reply.raw.writableFinished ? reply.statusCode : undefined;
  metrics.observe({ operationId, status, ...measured });
  const level = QUIET.has(operationId ?? '') ? 'debug' : 'info';
  if (!log.writes(level)) return;
  // The route's pattern stands for the path: a path may hold names, and a query string a token.
  const fields = {
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status,
    durationMs: Math.round(measured.durationMs * 10) / 10,
    bytes: measured.bytes,
  };
  withRequestContext(request.requestContext ?? undefined, () => {
    log[level](fields, status === undefined ? 'request given up by its caller' : 'request served');
  });
}
