import { Text, Whole } from '../../../api/fields/values.js';

const FILTER = { max: 128, optional: true } as const;

/**
 * Options of `GET /events/stream`. With `Accept: text/event-stream` the stream goes on with what is to
 * come; without it the answer ends with the last event.
 */
export class StreamEventsQuery {
  @Text({ ...FILTER, note: 'Source of the events, exactly' })
  readonly source?: string;

  @Text({ ...FILTER, note: 'Topic of the events, exactly' })
  readonly topic?: string;

  @Whole({
    min: 0,
    optional: true,
    note: 'Events behind this id come first; `Last-Event-ID` counts more, from now on without both',
  })
  readonly from?: number;

  @Whole({ min: 1, optional: true, note: 'The stream ends after so many events' })
  readonly limit?: number;
}
