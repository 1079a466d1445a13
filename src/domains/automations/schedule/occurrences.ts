import { nextCron } from '../../../platform/schedules/cron.js';
import { type Recurrence, type TriggerSchedule } from '../shape/trigger-definition.js';
import { monthlyAfter } from './monthly.js';

/** The first time after `after` at which the schedule comes round; null when it never does again. */
export function nextOccurrence(schedule: TriggerSchedule, after: Date): Date | null {
  const { recurrence, firstRunAt } = schedule;
  if (firstRunAt && firstRunAt > after && recurrence.kind !== 'cron') return firstRunAt;
  // A first run is a time that counts itself.
  const earliest = firstRunAt ? new Date(firstRunAt.getTime() - 1) : after;
  return recurring(recurrence, firstRunAt, earliest > after ? earliest : after);
}

/** The first times after `after` at which the schedule comes round, at most so many. */
export function nextOccurrences(schedule: TriggerSchedule, after: Date, max: number): Date[] {
  const found: Date[] = [];
  let at = nextOccurrence(schedule, after);
  while (at && found.length < max) {
    found.push(at);
    at = nextOccurrence(schedule, at);
  }
  return found;
}

/**
 * The last occurrence of a stretch that begins with the occurrence `first`, and ends at `until` at the
 * latest. Half as many steps with every look, so a year of downtime costs no more than a minute.
 */
export function lastOccurrence(schedule: TriggerSchedule, first: Date, until: Date): Date {
  let found = first;
  let low = first.getTime();
  let high = until.getTime();
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const next = nextOccurrence(schedule, new Date(middle));
    if (next && next <= until) {
      found = next;
      low = Math.max(next.getTime(), middle + 1);
    } else {
      high = middle;
    }
  }
  return found;
}

/** How many occurrences lie from `first` to `last`, both among them; counts to `max` and no further. */
export function countOccurrences(
  schedule: TriggerSchedule,
  stretch: { readonly first: Date; readonly last: Date },
  max: number,
): number {
  let count = 1;
  let at: Date | null = stretch.first;
  while (count < max) {
    at = nextOccurrence(schedule, at);
    if (!at || at > stretch.last) break;
    count += 1;
  }
  return count;
}

function recurring(recurrence: Recurrence, firstRunAt: Date | null, after: Date): Date | null {
  switch (recurrence.kind) {
    case 'once':
      return null;
    case 'cron':
      return nextCron(recurrence.expression, recurrence.timeZone, after);
    case 'interval':
      return firstRunAt && intervalAfter(firstRunAt, recurrence.everyMs, after);
    case 'months':
      return firstRunAt && monthlyAfter(firstRunAt, recurrence, after);
  }
}

function intervalAfter(first: Date, everyMs: number, after: Date): Date {
  const passed = Math.floor((after.getTime() - first.getTime()) / everyMs);
  return new Date(first.getTime() + (passed + 1) * everyMs);
}
