import { type FastifyInstance } from 'fastify';
import { writeJson } from '../../kernel/json-text.js';
import { type Config } from '../../platform/config/config.js';
import { registerBodyParsers } from './body-parsers.js';
import { compressAnswer } from './compression.js';
import { trackConnections } from './connections.js';
import { registerCors } from './cors.js';
import { finishAnswer } from './finish-answer.js';
import { encodeInTurns } from './json-in-turns.js';
import { openRequest } from './open-request.js';
import { decorateRequests, type HttpHookDeps } from '../request/request-decorations.js';
import { refuseExpectations } from './refuse-expectations.js';
import { requireHost } from './require-host.js';
import { prepareRoutes } from './route-operations.js';

/**
 * What every request passes, whichever operation it is for. Awaited before the application adds
 * its routes; hooks run in the order in which they are added here.
 */
export async function registerHttpHooks(
  fastify: FastifyInstance,
  config: Config,
  deps: HttpHookDeps,
): Promise<void> {
  trackConnections(fastify.server, config.server);
  decorateRequests(fastify, deps);
  prepareRoutes(fastify, config);
  registerBodyParsers(fastify);
  // Fastify sends bytes as they are; its declaration knows texts alone.
  fastify.setReplySerializer(writeJson as (payload: unknown) => string);
  fastify.addHook('onRequest', openRequest);
  fastify.addHook('onRequest', requireHost);
  refuseExpectations(fastify);
  await registerCors(fastify, config.server.corsOrigins);
  fastify.addHook('onSend', finishAnswer);
  fastify.addHook('onSend', encodeInTurns);
  fastify.addHook('onSend', compressAnswer);
}
