import { type QuietTime, quietUntil } from './quiet-times.js';

const MINUTE_MS = 60_000;
/** A quiet time that ends where it begins again, as one of whole days does. */
const ROUNDS_MAX = 10;

/** When a rule sends what it has to say. */
export interface Timing {
  readonly quiet: QuietTime | null;
  /** Events of so many minutes make one message; 0 for one message for each event. */
  readonly bundleMinutes: number;
}

/**
 * When the message about an event goes out; null for at once. What goes out at the same time is one message. It follows
 * from the time of the event alone, so that an event that is told twice lands in the same message.
 */
export function deliveryTime({ quiet, bundleMinutes }: Timing, at: Date): Date | null {
  const bundled = bundleMinutes > 0 ? endOfBundle(at, bundleMinutes) : null;
  let time = bundled ?? at;
  for (let round = 0; quiet && round < ROUNDS_MAX; round += 1) {
    const end = quietUntil(quiet, time);
    if (!end) break;
    time = end;
  }
  return time === at ? null : time;
}

function endOfBundle(at: Date, minutes: number): Date {
  const length = minutes * MINUTE_MS;
  return new Date((Math.floor(at.getTime() / length) + 1) * length);
}
