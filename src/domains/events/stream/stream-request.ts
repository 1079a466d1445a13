import { type IncomingHttpHeaders } from 'node:http';
import { takesEventStream } from '../../../api/http/event-stream-answer.js';
import { lastEventId } from '../../../api/http/last-event-id.js';
import { type AskedStream } from './event-streams.service.js';
import { type StreamEventsQuery } from './event-stream.dto.js';

/**
 * What a request wants to be told. Only who accepts a stream gets one without end: to all others an
 * answer without end is a fault.
 * @throws AppError `invalid-input` for a `Last-Event-ID` that is none of ours.
 */
export function streamRequest(
  { from, ...filter }: StreamEventsQuery,
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
): AskedStream {
  const { headers } = request;
  const follows = takesEventStream(request);
  return { ...filter, position: lastEventId(headers) ?? from, follows };
}
