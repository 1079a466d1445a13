import { type FastifyInstance } from 'fastify';
import { hasBody } from '../operations/body-limits.js';

/**
 * Clients send the options of GET operations as a JSON body too. To be called before routes are
 * mounted. A GET without a body keeps its freedom to carry any `Content-Type`: Fastify would
 * look for a parser of it.
 */
export function allowGetBodies(fastify: FastifyInstance): void {
  fastify.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' && !hasBody(request.headers))
      delete request.headers['content-type'];
    done();
  });
}
