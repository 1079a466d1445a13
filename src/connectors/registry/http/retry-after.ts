import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';

/** Without a word of the registry it is left alone this long. */
const PAUSE_MS = 60_000;
/** Nobody is believed who wants to be left alone for longer. */
const PAUSE_MAX_MS = 24 * 3_600_000;
/** GitHub limits more than the number of calls, and may say so in the text alone. */
const SECONDARY_LIMIT = /secondary rate limit|abuse detection/i;
const BODY_LOOKED_AT = 4096;

/**
 * Until when a registry wants to be left alone; null when it does not. That is 429; 403 with
 * `Retry-After`, nothing left of the limit, or words of a limit; and 503 with `Retry-After`.
 */
export function retryAfterMs(answer: OutboundResponse, now: Date): Date | null {
  if (!isAsked(answer)) return null;
  // What is left of the limit tells of another one then.
  const reset = isSecondary(answer) ? undefined : limitHeader(answer, 'reset');
  const pauseMs = afterMs(header(answer, 'retry-after'), now) ?? untilMs(reset, now) ?? PAUSE_MS;
  return new Date(now.getTime() + Math.min(pauseMs, PAUSE_MAX_MS));
}

function isAsked(answer: OutboundResponse): boolean {
  const saysWhen = header(answer, 'retry-after') !== undefined;
  if (answer.status === 403) {
    const isSpent = limitHeader(answer, 'remaining') === '0';
    return saysWhen || isSpent || isSecondary(answer);
  }
  return answer.status === 429 || (answer.status === 503 && saysWhen);
}

function isSecondary({ body }: OutboundResponse): boolean {
  return SECONDARY_LIMIT.test(body.toString('utf8', 0, BODY_LOOKED_AT));
}

/** `Retry-After`: seconds, or a date. */
function afterMs(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** `x-ratelimit-reset`: seconds since 1970. */
function untilMs(text: string | undefined, now: Date): number | undefined {
  if (text === undefined || !/^\d{1,12}$/.test(text)) return undefined;
  return Math.max(0, Number(text) * 1000 - now.getTime());
}

/** GitHub's name of the header or GitLab's. */
function limitHeader(answer: OutboundResponse, name: 'remaining' | 'reset'): string | undefined {
  return header(answer, `x-ratelimit-${name}`) ?? header(answer, `ratelimit-${name}`);
}

function header({ headers }: OutboundResponse, name: string): string | undefined {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim();
}
