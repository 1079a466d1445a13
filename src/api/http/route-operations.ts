import { type FastifyInstance, type preSerializationHookHandler, type RouteOptions } from 'fastify';
import { type Config } from '../../platform/config/config.js';
import { mountedPath } from '../operations/mounted-path.js';
import { operationSpec } from '../operations/operations.js';
import { bodyLimitOf, SMALL_BODY_MAX_BYTES } from '../operations/body-limits.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { boundLargeBodies } from './bound-large-bodies.js';
import { SCIM_MEDIA_TYPE } from '../problems/scim-error.js';
import { envelopeHook } from './envelope.js';
import { answerInTurns } from './json-in-turns.js';
import { LargeBodies } from './large-bodies.js';

/** Of bodies that strangers may send, as long as nobody knows who sent them. */
const STRANGERS_BYTES = 32 * 1024 * 1024;

/**
 * Prepares each route when it is added: looks up its row, puts it where it is served, bounds its
 * bodies, and gives it an envelope hook only when the row has an envelope; large answers are written in turns.
 * Requests then find everything ready.
 */
export function prepareRoutes(fastify: FastifyInstance, { server, lists }: Config): void {
  fastify.decorate('operationsBaseUrl', server.orchestratorBaseUrl);
  fastify.decorate('listLimits', lists);
  const bound = largeBodiesBound(server.bodyLimitBytes);
  fastify.addHook('onRoute', (route) => {
    const id = route.config?.operationId;
    if (id === undefined) return;
    const spec = operationSpec(id);
    if (spec.belowBaseUrl) route.url = mountedPath(spec, server.orchestratorBaseUrl);
    route.config = { ...route.config, operation: { id, spec } };
    bound(route, spec);
    if (spec.number !== undefined)
      addPreSerialization(route, envelopeHook(spec.output, server.responseEnvelope));
    if (spec.scim) addPreSerialization(route, asScim);
    addPreSerialization(route, answerInTurns);
  });
}

/** Bounds the bodies of each route, and the large ones of all routes together. */
function largeBodiesBound(
  documentsMaxBytes: number,
): (route: RouteOptions, spec: OperationSpec) => void {
  // As large as the largest: four at a time, two of them of one caller.
  const callers = new LargeBodies({
    inAllBytes: 4 * documentsMaxBytes,
    perCallerBytes: 2 * documentsMaxBytes,
  });
  const strangers = new LargeBodies({ inAllBytes: STRANGERS_BYTES, perCallerBytes: Infinity });
  return (route, spec) => {
    const limitBytes = bodyLimitOf(spec, documentsMaxBytes);
    route.bodyLimit = limitBytes;
    if (limitBytes <= SMALL_BODY_MAX_BYTES) return;
    const bodies = spec.rawBodyMaxBytes === undefined ? callers : strangers;
    route.preParsing = boundLargeBodies(bodies, limitBytes);
  };
}

const asScim: preSerializationHookHandler = (_request, reply, payload, done) => {
  reply.type(`${SCIM_MEDIA_TYPE}; charset=utf-8`);
  done(null, payload);
};

function addPreSerialization(route: RouteOptions, hook: preSerializationHookHandler): void {
  const present = route.preSerialization ?? [];
  route.preSerialization = [...(Array.isArray(present) ? present : [present]), hook];
}
