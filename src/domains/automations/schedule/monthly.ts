import { Cron } from 'croner';

/** Every so many months, on the day and at the time of the first run where the clock shows this zone. */
export interface Monthly {
  readonly everyMonths: number;
  readonly timeZone: string;
}

interface WallTime {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  readonly time: string;
}

/**
 * The first time after `after`, which is not before the first run. A month that is too short for the day
 * has it on its last one.
 */
export function monthlyAfter(first: Date, monthly: Monthly, after: Date): Date | null {
  const { everyMonths, timeZone } = monthly;
  const start = wallTime(first, timeZone);
  const now = wallTime(after, timeZone);
  const passed = (now.year - start.year) * 12 + now.month - start.month;
  // One period early: the day may not have come yet, and the next period begins a month away at most.
  let period = Math.max(0, Math.floor(passed / everyMonths) - 1);
  for (let attempt = 0; attempt < 4; attempt += 1, period += 1) {
    const at = period === 0 ? first : instantOf(start, period * everyMonths, timeZone);
    if (at && at > after) return at;
  }
  return null;
}

/** What the clocks of the zone show. */
function wallTime(at: Date, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return {
    year: Number(of('year')),
    month: Number(of('month')) - 1,
    day: Number(of('day')),
    time: `${of('hour')}:${of('minute')}:${of('second')}`,
  };
}

function instantOf(start: WallTime, monthsLater: number, timezone: string): Date | null {
  const month = start.month + monthsLater;
  const lastDay = new Date(Date.UTC(start.year, month + 1, 0)).getUTCDate();
  const day = new Date(Date.UTC(start.year, month, Math.min(start.day, lastDay)));
  const date = day.toISOString().slice(0, 10);
  // A time that the day skips is taken as the one that the clock shows then.
  return new Cron(`${date}T${start.time}`, { timezone, paused: true }).nextRun(new Date(0));
}
