import { noteHeader } from '../../platform/request-context/request-context.js';

/** Says that an answer is JSON already, as whoever made it wrote it. */
export function asJson(text: string): string {
  noteHeader('content-type', 'application/json; charset=utf-8');
  return text;
}
