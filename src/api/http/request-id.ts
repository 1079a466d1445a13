import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';

/** What may come back in a header, a log line and a URN without any escaping. */
const ACCEPTED = /^[A-Za-z0-9._:~-]{1,128}$/;

/** The caller's `X-Request-Id` when it is harmless, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}
