import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryTime } from './delivery-time.js';
import { isAlwaysQuiet, type QuietTime, quietUntil, WEEKDAYS } from './quiet-times.js';

const night: QuietTime = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin', days: null };
const until = (quiet: QuietTime, at: string): string | undefined =>
  quietUntil(quiet, new Date(at))?.toISOString();

describe('quietUntil', () => {
  it.each([
    ['before it begins', '2026-01-01T20:59:59Z', undefined],
    ['as it begins', '2026-01-01T21:00:00Z', '2026-01-02T05:00:00.000Z'],
    ['after midnight', '2026-01-02T04:59:59Z', '2026-01-02T05:00:00.000Z'],
    ['as it ends', '2026-01-02T05:00:00Z', undefined],
    [
      'in the night in which summer time begins',
      '2026-03-28T22:00:00Z',
      '2026-03-29T04:00:00.000Z',
    ],
    ['in the night in which it ends', '2026-10-24T22:00:00Z', '2026-10-25T05:00:00.000Z'],
  ])('knows the end of a night %s', (_, at, end) => {
    expect(until(night, at)).toBe(end);
  });

  it('goes by the day on which it begins', () => {
    const friday: QuietTime = { ...night, timeZone: 'UTC', days: ['fri'] };
    expect(until(friday, '2026-01-02T23:00:00Z')).toBe('2026-01-03T06:00:00.000Z');
    expect(until(friday, '2026-01-03T05:00:00Z')).toBe('2026-01-03T06:00:00.000Z');
    expect(until(friday, '2026-01-02T05:00:00Z')).toBeUndefined();
    expect(until(friday, '2026-01-03T23:00:00Z')).toBeUndefined();
  });
});

describe('deliveryTime', () => {
  it('lets whole days that follow each other pass', () => {
    const days = ['sat', 'sun'] as const;
    const quiet: QuietTime = { from: '00:00', to: '24:00', timeZone: 'UTC', days };
    const time = deliveryTime({ quiet, bundleMinutes: 0 }, new Date('2026-01-03T10:00:00Z'));
    expect(time?.toISOString()).toBe('2026-01-05T00:00:00.000Z');
  });

  const clock = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((at) => `${pad(Math.floor(at / 60))}:${pad(at % 60)}`);
  const quiets = fc
    .record({
      from: clock,
      to: clock,
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'),
      days: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS))),
    })
    .filter((quiet) => quiet.from !== quiet.to);
  const timings = fc.record({
    quiet: fc.option(quiets),
    bundleMinutes: fc.constantFrom(0, 1, 15, 60, 1440),
  });
  const moments = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2027-12-31T00:00:00Z'),
    noInvalidDate: true,
  });

  it('is never quiet, never before the event, and the same for those that are bundled', () => {
    fc.assert(
      fc.property(timings, moments, (timing, at) => {
        const time = deliveryTime(timing, at);
        const sent = time ?? at;
        expect(sent.getTime()).toBeGreaterThanOrEqual(at.getTime());
        expect(timing.quiet && quietUntil(timing.quiet, sent)).toBeNull();
        const later = new Date((at.getTime() + sent.getTime()) / 2);
        // What happens until a message goes out is in it, or in a later one.
        const next = deliveryTime(timing, later) ?? later;
        expect(next.getTime()).toBeGreaterThanOrEqual(sent.getTime());
      }),
      { numRuns: 500 },
    );
  });

  it('knows quiet times that never end', () => {
    const always: QuietTime = { from: '00:00', to: '24:00', timeZone: 'UTC', days: null };
    expect(isAlwaysQuiet(always)).toBe(true);
    expect(isAlwaysQuiet({ ...always, days: ['sun'] })).toBe(false);
    expect(isAlwaysQuiet(night)).toBe(false);
  });
});

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
