import { type IncomingHttpHeaders } from 'node:http';
import { invalidInput } from '../../kernel/app-error.js';

const NUMBER = /^\d{1,15}$/;

/**
 * What a follower who comes back has seen last, by its `Last-Event-ID`: ids of our events are numbers.
 * @throws AppError `invalid-input` for one that is none of ours.
 */
export function lastEventId(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && NUMBER.test(header)) return Number(header);
  throw invalidInput([{ pointer: '#/headers/last-event-id', detail: 'is no id of an event' }]);
}
