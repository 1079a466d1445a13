import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/app-error.js';

/** As Node reads it: where this is named, the body is asked for before it is read. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Refuses what `Expect` names beside `100-continue` (RFC 9110, section 10.1.1). Node would answer by
 * itself, with nothing but a status.
 */
export function refuseExpectations(fastify: FastifyInstance): void {
  const { server } = fastify;
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const isMet = headers.expect === undefined || CONTINUE.test(headers.expect);
    done(isMet ? undefined : new AppError('expectation-failed', 'Nothing but 100-continue is met'));
  });
}
