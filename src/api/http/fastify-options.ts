import { type Server } from 'node:http';
import { type Socket } from 'node:net';
import { type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import { type Config } from '../../platform/config/config.js';
import { noteProblem } from '../problems/note-problem.js';
import { answerBrokenConnection } from './broken-connection.js';
import { answerRefusedRequest } from './refused-request.js';
import { parseQueryText } from '../query/query-text.js';
import { canonicalUrl } from './path-aliases.js';
import { requestIdOf } from './request-id.js';

/** Request line and headers together. */
const HEAD_LIMIT_BYTES = 16 * 1024;

/** Names may be long and percent-encoded; no name has more bytes than this. */
const PATH_SEGMENT_MAX = 1024;

/** A connection without any traffic for this long has lost its other end: longer than every deadline. */
const DEAD_CONNECTION_MS = 15 * 60_000;

/** Longer than the idle time of usual balancers, so that it is they who close. */
const KEEP_ALIVE_MS = 75_000;

/** The settings of the server that only its constructor takes; `registerHttpHooks` does the rest. */
export function fastifyOptions(config: Config): FastifyHttpOptions<Server> {
  const { bodyLimitBytes, requestTimeoutMs, trustProxy } = config.server;
  return {
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: DEAD_CONNECTION_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      maxHeaderSize: HEAD_LIMIT_BYTES,
      // Node would answer a request without Host by itself, with nothing but a status.
      requireHostHeader: false,
      headersTimeout: Math.min(requestTimeoutMs, 20_000),
      // Node looks for late requests only this often; half a minute by default.
      connectionsCheckingInterval: Math.min(Math.max(requestTimeoutMs / 4, 25), 5000),
    },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // Draining requests are served; they end with `Connection: close`.
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      caseSensitive: true,
      maxParamLength: PATH_SEGMENT_MAX,
      querystringParser: parseQueryText,
    },
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url),
    frameworkErrors: answerRefusedRequest,
    clientErrorHandler(this: FastifyInstance, error: Error, socket: Socket) {
      const failure = answerBrokenConnection(error, socket);
      if (failure) noteProblem(this.httpHooks.log, failure);
    },
  };
}
