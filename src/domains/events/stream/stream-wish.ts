import { type IncomingHttpHeaders } from 'node:http';
import { type Readable } from 'node:stream';
import { invalidInput } from '../../../kernel/app-error.js';
import { noteHeader } from '../../../platform/logging/request-context.js';
import { type AskedStream } from './event-streams.service.js';
import { type StreamEventsQuery } from './event-stream.dto.js';

const PLACE = /^\d{1,15}$/;
const MEDIA_TYPE = 'text/event-stream';

/** Says what the answer is, and that proxies must not hold it back. */
export function asEventStream(stream: Readable): Readable {
  noteHeader('content-type', `${MEDIA_TYPE}; charset=utf-8`);
  noteHeader('x-accel-buffering', 'no');
  return stream;
}

/**
 * What a request wants to be told. Only who accepts a stream gets one without end: to all others an
 * answer without end is a fault.
 * @throws AppError `invalid-input` for a `Last-Event-ID` that is none of ours.
 */
export function streamWish(
  { from, ...filter }: StreamEventsQuery,
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
): AskedStream {
  const follows = method === 'GET' && headers.accept?.includes(MEDIA_TYPE) === true;
  return { ...filter, position: lastEventId(headers['last-event-id']) ?? from, follows };
}

function lastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && PLACE.test(header)) return Number(header);
  throw invalidInput([{ pointer: '#/headers/last-event-id', detail: 'is no id of an event' }]);
}
