import { type preParsingHookHandler } from 'fastify';
import { AppError } from '../../kernel/app-error.js';
import { mayBeLarge } from '../access/strangers-bodies.js';

/** Large bodies that are read at a time, each of the `rawBodyMaxBytes` of its row at most. */
const AT_ONCE = 32;
const RETRY_AFTER_SECONDS = 5;

/**
 * Bounds what strangers make the server hold at a time. Who sent a body is known when all of it is there,
 * and somebody who sends none of the rest keeps what there is for as long as a request may take.
 */
export function boundRawBodies(): preParsingHookHandler {
  let underWay = 0;
  return (request, _reply, payload, done) => {
    if (!mayBeLarge(request.headers)) {
      done(null, payload);
      return;
    }
    if (underWay >= AT_ONCE) {
      done(tooMany());
      return;
    }
    underWay += 1;
    request.raw.once('close', () => {
      underWay -= 1;
    });
    done(null, payload);
  };
}

function tooMany(): AppError {
  return new AppError('unavailable', 'Too many large bodies are being read', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    headers: { connection: 'close' },
  });
}
