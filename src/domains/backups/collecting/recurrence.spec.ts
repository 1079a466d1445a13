import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { nextOccurrence, periodMs, type Recurrence } from './recurrence.js';

const since = new Date('2026-01-01T00:00:00Z');
const nightly: Recurrence = { kind: 'cron', cron: '0 2 * * *', timeZone: 'Europe/Berlin' };

describe('a schedule', () => {
  it('goes by the clock of its zone', () => {
    const after = new Date('2026-06-01T00:30:00Z');
    expect(nextOccurrence(nightly, since, after)).toEqual(new Date('2026-06-02T00:00:00Z'));
    expect(periodMs(nightly, since, after)).toBe(24 * 3600_000);
  });

  it('counts intervals from when it was written, and is always ahead', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(1e9), (everyMinutes, ms) => {
        const recurrence = { kind: 'interval', everyMinutes } as const;
        const after = new Date(since.getTime() + ms);
        const next = nextOccurrence(recurrence, since, after);
        if (!next) throw new Error('an interval always comes round');
        expect(next > after).toBe(true);
        expect(+next - +after).toBeLessThanOrEqual(everyMinutes * 60_000);
        expect((+next - +since) % (everyMinutes * 60_000)).toBe(0);
      }),
    );
  });
});
