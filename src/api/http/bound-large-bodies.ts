import { type preParsingHookHandler } from 'fastify';
import { announcedBytes, mayBeLarge } from '../operations/body-limits.js';
import { callerKey } from '../request/caller-key.js';
import { type LargeBodies } from './large-bodies.js';

/**
 * Counts the large bodies of a route from before they are read until they are answered. A body of unknown
 * length counts as the largest that the route takes.
 */
export function boundLargeBodies(bodies: LargeBodies, limitBytes: number): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (!mayBeLarge(request.headers)) {
      done(null, payload);
      return;
    }
    const bytes = Math.min(announcedBytes(request.headers), limitBytes);
    try {
      reply.raw.once('close', bodies.take(callerKey(request), bytes));
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, payload);
  };
}
