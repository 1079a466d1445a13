import { type IncomingHttpHeaders } from 'node:http';
import { type Readable } from 'node:stream';
import { noteHeader } from '../../platform/request-context/request-context.js';

const MEDIA_TYPE = 'text/event-stream';

/** Says what the answer is, and that proxies must not hold it back. */
export function asEventStream(stream: Readable): Readable {
  noteHeader('content-type', `${MEDIA_TYPE}; charset=utf-8`);
  noteHeader('x-accel-buffering', 'no');
  return stream;
}

/**
 * Whether a request takes a stream that goes on. Only who accepts one gets it: to all others an answer
 * without end is a fault.
 */
export function takesEventStream({
  method,
  headers,
}: {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}): boolean {
  return method === 'GET' && headers.accept?.includes(MEDIA_TYPE) === true;
}
