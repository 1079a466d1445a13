import { nextCron } from '../../../platform/schedules/cron.js';

const MINUTE_MS = 60_000;

/** When a schedule comes round. */
export type Recurrence =
  | { readonly kind: 'cron'; readonly cron: string; readonly timeZone: string }
  | { readonly kind: 'interval'; readonly everyMinutes: number };

/** The first time after `after`; intervals are counted from `since`. Null for never. */
export function nextOccurrence(recurrence: Recurrence, since: Date, after: Date): Date | null {
  if (recurrence.kind === 'cron') return nextCron(recurrence.cron, recurrence.timeZone, after);
  const everyMs = recurrence.everyMinutes * MINUTE_MS;
  const passed = Math.max(0, Math.floor((after.getTime() - since.getTime()) / everyMs));
  return new Date(since.getTime() + (passed + 1) * everyMs);
}

/** The time between two occurrences from `after` on, in milliseconds; null where there are not two. */
export function periodMs(recurrence: Recurrence, since: Date, after: Date): number | null {
  const first = nextOccurrence(recurrence, since, after);
  if (!first) return null;
  const second = nextOccurrence(recurrence, since, first);
  return second && second.getTime() - first.getTime();
}
