import { type FastifyInstance } from 'fastify';
import { type Config } from '../../platform/config/config.js';
import { type AppLogger } from '../../platform/logging/app-logger.js';
import { type RequestContext } from '../../platform/request-context/request-context.js';
import { type RequestMetrics } from '../../platform/metrics/request-metrics.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { type OperationId } from '../operations/operations.js';

/** The row that a route was mounted from, looked up once when the route is added. */
export interface RouteOperation {
  readonly id: OperationId;
  readonly spec: OperationSpec;
}

/** What the hooks need of the application; the server carries it, so that early refusals reach it too. */
export interface HttpHookDeps {
  readonly log: AppLogger;
  readonly metrics: RequestMetrics;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent until the hooks are registered, and on servers that have none. */
    httpHooks: HttpHookDeps;
    /** `ORCHESTRATOR_BASE_URL`: where rows with `belowBaseUrl` are served; set with `httpHooks`. */
    operationsBaseUrl: string;
    /** How much a list shows; set with `httpHooks`. */
    listLimits: Config['lists'];
  }

  interface FastifyRequest {
    /** Set by the first hook; null only for what is refused before any hook runs. */
    requestContext: RequestContext | null;
    /** null for routes that are no operation: unknown paths. */
    operation: RouteOperation | null;
    /** The body as it was sent; kept only where a signature or its own text of it counts. */
    bodyBytes: Buffer | null;
    /** Whether the request was counted for the rate of its caller. */
    isCounted: boolean;
  }

  interface FastifyContextConfig {
    /** Set by `@Operation`. */
    operationId?: OperationId;
    /** The row of `operationId`; set when the route is added. */
    operation?: RouteOperation;
  }
}

/** Declares the facts on every request, so that all requests share one shape in memory. */
export function decorateRequests(fastify: FastifyInstance, deps: HttpHookDeps): void {
  fastify.decorate('httpHooks', deps);
  fastify.decorateRequest('requestContext', null);
  fastify.decorateRequest('operation', null);
  fastify.decorateRequest('bodyBytes', null);
  fastify.decorateRequest('isCounted', false);
}
