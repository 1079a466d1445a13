import { Cron } from 'croner';

/** Five fields, or six with seconds in front. */
const MODE = '5-or-6-parts';
/** From here a cron expression must come round some time; leap days do within eight years. */
const REFERENCE = new Date(0);

/**
 * The first time after `after` at which the expression comes round; null when it never does. Cron goes by
 * the clock on the wall where it names times of day (`30 2 * * *`): what falls into the hour that spring
 * skips comes at its end, what autumn shows twice comes once. What recurs within the hour goes on.
 */
export function nextCron(expression: string, timeZone: string, after: Date): Date | null {
  // Lists and ranges of hours are times of day like single ones (`0 2,3 * * *`), so that none of them
  // comes twice on one day.
  const options = { timezone: timeZone, mode: MODE, fixedTimeRule: 'no-wildcard' } as const;
  return new Cron(expression, { ...options, paused: true }).nextRun(after);
}

/** Why a text cannot be a cron expression; undefined when it can. */
export function cronRefusal(expression: string, timeZone: string): string | undefined {
  try {
    const next = new Cron(expression, { timezone: timeZone, mode: MODE }).nextRun(REFERENCE);
    return next ? undefined : 'is a cron expression that never comes round';
  } catch {
    return 'must be a cron expression of five or six fields';
  }
}

/** Whether a name is one of a time zone; offsets such as `+02:00` know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
