import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '#test/support/walk-length.js';
import { type Recurrence, type TriggerSchedule } from '../shape/trigger-definition.js';
import { countOccurrences, lastOccurrence, nextOccurrence } from './occurrences.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function aSchedule(recurrence: Recurrence, firstRunAt: string | null = null): TriggerSchedule {
  return {
    recurrence,
    firstRunAt: firstRunAt === null ? null : new Date(firstRunAt),
    missedRuns: 'skip',
    concurrency: 'allow',
  };
}

const cron = (expression: string, timeZone = 'UTC'): TriggerSchedule =>
  aSchedule({ kind: 'cron', expression, timeZone });

/** The first occurrences after a time, as text. */
function following(schedule: TriggerSchedule, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  let at: Date | null = new Date(after);
  while (at && found.length < count) {
    at = nextOccurrence(schedule, at);
    found.push(at?.toISOString().replace(':00.000Z', 'Z') ?? null);
  }
  return found;
}

/** What the clock on the wall shows, `14:30`. */
function wall(at: Date, timeZone: string): string {
  return at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}
const dayOf = (at: Date, timeZone: string): string => at.toLocaleDateString('en-CA', { timeZone });

describe('nextOccurrence of cron', () => {
  it('runs at the end of the hour that spring skips, once', () => {
    const schedule = cron('30 2 * * *', 'Europe/Berlin');
    expect(following(schedule, '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
  });

  it('runs once in the hour that autumn shows twice', () => {
    const schedule = cron('30 2 * * *', 'Europe/Berlin');
    expect(following(schedule, '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
    // The second half past two of the day is no occurrence for who asks in between.
    expect(following(schedule, '2026-10-25T00:45:00Z', 1)).toEqual(['2026-10-26T01:30Z']);
  });

  it('takes lists of hours as times of day', () => {
    expect(following(cron('0 2,3 * * *', 'Europe/Berlin'), '2026-10-24T12:00:00Z', 3)).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T02:00Z',
      '2026-10-26T01:00Z',
    ]);
  });

  it('goes on through both when it recurs within the hour', () => {
    const schedule = cron('*/30 * * * *', 'Europe/Berlin');
    for (const night of ['2026-03-28T23:59:00Z', '2026-10-24T23:59:00Z']) {
      const found = following(schedule, night, 10).map((text) => Date.parse(String(text)));
      expect(found.slice(1).map((at, index) => at - Number(found[index]))).toEqual(
        Array<number>(9).fill(30 * MINUTE),
      );
    }
  });

  it('never comes where the calendar has no such day, and every four years where it has', () => {
    expect(following(cron('0 0 30 2 *'), '2026-01-01T00:00:00Z', 1)).toEqual([null]);
    expect(following(cron('0 0 29 2 *'), '2026-01-01T00:00:00Z', 2)).toEqual([
      '2028-02-29T00:00Z',
      '2032-02-29T00:00Z',
    ]);
  });

  it('does not come before the first run, which counts if the pattern fits it', () => {
    const recurrence = { kind: 'cron', expression: '0 * * * *', timeZone: 'UTC' } as const;
    expect(
      following(aSchedule(recurrence, '2026-01-05T10:00:00Z'), '2026-01-01T00:00:00Z', 2),
    ).toEqual(['2026-01-05T10:00Z', '2026-01-05T11:00Z']);
    expect(
      following(aSchedule(recurrence, '2026-01-05T10:01:00Z'), '2026-01-01T00:00:00Z', 1),
    ).toEqual(['2026-01-05T11:00Z']);
  });

  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
    'Pacific/Chatham',
  );
  const time = fc.record({ hour: fc.nat(23), minute: fc.nat(59) });
  const from = fc.date({
    min: new Date('2024-01-01T00:00:00Z'),
    max: new Date('2028-01-01T00:00:00Z'),
    noInvalidDate: true,
  });

  it('comes exactly once on every day of any zone for a time of day', () => {
    fc.assert(
      fc.property(zone, time, from, (timeZone, { hour, minute }, start) => {
        const schedule = cron(`${String(minute)} ${String(hour)} * * *`, timeZone);
        const days: string[] = [];
        let at = nextOccurrence(schedule, start);
        for (let count = 0; at && count < 40; count += 1) {
          days.push(dayOf(at, timeZone));
          at = nextOccurrence(schedule, at);
        }
        const expected = days.map((_, index) =>
          new Date(Date.parse(String(days[0])) + index * 24 * HOUR).toISOString().slice(0, 10),
        );
        expect(days).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('shows the time on the wall, but for days that skip it', () => {
    fc.assert(
      fc.property(zone, time, from, (timeZone, { hour, minute }, start) => {
        const schedule = cron(`${String(minute)} ${String(hour)} * * *`, timeZone);
        const at = nextOccurrence(schedule, start);
        const shown = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
        if (!at || wall(at, timeZone) === shown) return;
        // No minute of that day shows it.
        const midnight = at.getTime() - 26 * HOUR;
        for (let minutes = 0; minutes < 52 * 60; minutes += 1) {
          const minuteOf = new Date(midnight + minutes * MINUTE);
          if (dayOf(minuteOf, timeZone) !== dayOf(at, timeZone)) continue;
          expect(wall(minuteOf, timeZone)).not.toBe(shown);
        }
      }),
      { numRuns: 60 },
    );
  });

  const everyKind = fc.oneof(
    fc
      .constantFrom('* * * * *', '*/7 * * * *', '0 9 * * 1-5', '15 1 L * *', '0 0 29 2 *')
      .map((expression) => ({ kind: 'cron', expression, timeZone: 'Europe/Berlin' }) as const),
    fc
      .integer({ min: 1000, max: 40 * 24 * HOUR })
      .map((everyMs) => ({ kind: 'interval', everyMs }) as const),
    fc
      .integer({ min: 1, max: 12 })
      .map(
        (everyMonths) => ({ kind: 'months', everyMonths, timeZone: 'America/New_York' }) as const,
      ),
    fc.constant({ kind: 'once' } as const),
  );

  it('is later than what it follows, and no other occurrence lies between, of any kind', () => {
    fc.assert(
      fc.property(everyKind, from, from, fc.double({ min: 0, max: 1, noNaN: true }), (...given) => {
        const [recurrence, first, after, part] = given;
        const schedule = aSchedule(recurrence, first.toISOString());
        const next = nextOccurrence(schedule, after);
        if (!next) return;
        expect(next > after).toBe(true);
        expect(next >= first).toBe(true);
        const between = new Date(after.getTime() + part * (next.getTime() - after.getTime() - 1));
        expect(nextOccurrence(schedule, between)).toEqual(next);
      }),
      { numRuns: 200 },
    );
  });

  it('finds the last of a stretch as walking through all of it does', () => {
    fc.assert(
      fc.property(everyKind, from, fc.nat(3 * 24 * 60), (recurrence, first, minutes) => {
        const schedule = aSchedule(recurrence, first.toISOString());
        const start = nextOccurrence(schedule, new Date(first.getTime() - 1));
        if (!start) return;
        const until = new Date(start.getTime() + minutes * MINUTE);
        let walked = start;
        let count = 0;
        for (let at: Date | null = start; at && at <= until && count < 2000; count += 1) {
          walked = at;
          at = nextOccurrence(schedule, at);
        }
        if (count === 2000) return;
        const last = lastOccurrence(schedule, start, until);
        expect(last).toEqual(walked);
        expect(countOccurrences(schedule, { first: start, last }, 5000)).toBe(count);
      }),
      { numRuns: walkLength(25, 100) },
    );
  });
});

describe('nextOccurrence of the other kinds', () => {
  it('comes once at the first run', () => {
    const schedule = aSchedule({ kind: 'once' }, '2026-01-05T10:00:00Z');
    expect(following(schedule, '2026-01-01T00:00:00Z', 2)).toEqual(['2026-01-05T10:00Z', null]);
    expect(following(schedule, '2026-01-05T10:00:00Z', 1)).toEqual([null]);
  });

  it('keeps the time of day on the wall with months, and the end of short ones', () => {
    const months = { kind: 'months', everyMonths: 1, timeZone: 'Europe/Berlin' } as const;
    const schedule = aSchedule(months, '2026-01-31T08:00:00Z');
    expect(following(schedule, '2026-01-01T00:00:00Z', 5)).toEqual([
      '2026-01-31T08:00Z',
      '2026-02-28T08:00Z',
      '2026-03-31T07:00Z',
      '2026-04-30T07:00Z',
      '2026-05-31T07:00Z',
    ]);
  });

  it('counts intervals from the first run', () => {
    const schedule = aSchedule({ kind: 'interval', everyMs: 90 * MINUTE }, '2026-01-05T10:00:00Z');
    expect(following(schedule, '2026-01-05T09:00:00Z', 3)).toEqual([
      '2026-01-05T10:00Z',
      '2026-01-05T11:30Z',
      '2026-01-05T13:00Z',
    ]);
  });
});
