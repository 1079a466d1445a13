import { createHmac } from 'node:crypto';

/** Which events are meant; what is absent does not count. */
export interface EventFilter {
  readonly source?: string | undefined;
  readonly topic?: string | undefined;
}

/** So often a delivery is tried: over about ten hours. */
export const ATTEMPTS_MAX = 10;
const FIRST_DELAY_MS = 5000;
const DELAY_MAX_MS = 4 * 60 * 60_000;
const FACTOR = 3;
/** Deliveries that failed together do not come again together. */
const JITTER = 0.2;
const PAUSE_MAX_MS = 5 * 60_000;

/** Whether an event is one that somebody wants to be told of. */
export function isWanted(
  filters: readonly EventFilter[],
  event: { readonly source: string; readonly topic: string },
): boolean {
  if (filters.length === 0) return true;
  return filters.some(
    ({ source, topic }) =>
      (source === undefined || source === event.source) &&
      (topic === undefined || topic === event.topic),
  );
}

/**
 * How long to wait after so many attempts, in milliseconds; undefined when it was the last one.
 * @param random from 0 to below 1
 */
export function retryDelayMs(attempts: number, random: number): number | undefined {
  if (attempts >= ATTEMPTS_MAX) return undefined;
  const delay = Math.min(FIRST_DELAY_MS * FACTOR ** (attempts - 1), DELAY_MAX_MS);
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

/** How long a receiver that has failed so often in a row is left alone, in milliseconds. */
export function pauseMs(failures: number): number {
  return Math.min(1000 * 2 ** Math.min(failures - 1, 20), PAUSE_MAX_MS);
}

/**
 * `v1=` and HMAC-SHA256 of `<timestamp>.<body>` in hexadecimal digits. A receiver makes it anew with the
 * bytes that it got, compares in constant time, and refuses timestamps that are minutes old.
 * @param timestamp seconds since 1970
 */
export function deliverySignature(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
