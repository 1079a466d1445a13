import { invalidInput } from '../../../kernel/app-error.js';

const REVISION = /^\d{1,15}$/;

/**
 * What a follower who comes back has seen, by its `Last-Event-ID`.
 * @throws AppError `invalid-input` for one that is none of ours.
 */
export function knownRevision(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && REVISION.test(header)) return Number(header);
  throw invalidInput([{ pointer: '#/headers/last-event-id', detail: 'is no id of an event' }]);
}
