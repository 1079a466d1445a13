import { type FastifyInstance, type preSerializationHookHandler, type RouteOptions } from 'fastify';
import { type Config } from '../../platform/config/config.js';
import { smallBodyMaxBytes, takesSmallBodies } from '../access/strangers-bodies.js';
import { mountedPath } from '../operations/mounted-path.js';
import { operationSpec } from '../operations/operations.js';
import { boundRawBodies } from './bound-raw-bodies.js';
import { envelopeHook } from './envelope.js';

/**
 * Prepares each route when it is added: looks up its row, puts it where it is served, bounds what
 * strangers may send, and gives it an envelope hook only when the row has an envelope. Requests then find everything ready.
 */
export function prepareRoutes(fastify: FastifyInstance, server: Config['server']): void {
  fastify.decorate('operationsBaseUrl', server.orchestratorBaseUrl);
  fastify.addHook('onRoute', (route) => {
    const id = route.config?.operationId;
    if (id === undefined) return;
    const spec = operationSpec(id);
    if (spec.belowBaseUrl) route.url = mountedPath(spec, server.orchestratorBaseUrl);
    route.config = { ...route.config, operation: { id, spec } };
    if (takesSmallBodies(spec)) {
      route.bodyLimit = Math.min(server.bodyLimitBytes, smallBodyMaxBytes(spec));
    }
    if (spec.rawBodyMaxBytes !== undefined) route.preParsing = boundRawBodies();
    if (spec.number === undefined) return;
    addPreSerialization(route, envelopeHook(spec.output, server.responseEnvelope));
  });
}

function addPreSerialization(route: RouteOptions, hook: preSerializationHookHandler): void {
  const present = route.preSerialization ?? [];
  route.preSerialization = [...(Array.isArray(present) ? present : [present]), hook];
}
