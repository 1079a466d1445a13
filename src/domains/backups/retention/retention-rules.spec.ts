import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type KeepRules, outdated } from './retention-rules.js';

const NONE: KeepRules = {
  keepLast: null,
  keepDays: null,
  keepDaily: null,
  keepWeekly: null,
  keepMonthly: null,
};
const NOW = new Date('2026-03-31T12:00:00Z');
/** Two versions a day, newest first. */
const DATES = Array.from({ length: 120 }, (_, at) => new Date(NOW.getTime() - at * 43_200_000));

describe('what a retention policy keeps', () => {
  it('is everything without a rule', () => {
    expect(outdated(DATES, NONE, NOW)).toEqual([]);
  });

  it.each([
    [{ keepLast: 3 }, 3],
    [{ keepDays: 2 }, 5],
    [{ keepDaily: 4 }, 4],
    [{ keepWeekly: 3 }, 3],
    [{ keepMonthly: 2 }, 2],
    [{ keepLast: 0 }, 1],
    [{ keepLast: 3, keepDaily: 4 }, 5],
    [{ keepMonthly: 99 }, 3],
  ])('%j', (rules, kept) => {
    expect(DATES.length - outdated(DATES, { ...NONE, ...rules }, NOW).length).toBe(kept);
  });

  it.each([
    ['the newest of a day', { keepDaily: 2 }, ['03-31T00:00', '03-30T23:59', '03-30T00:00'], [2]],
    [
      'the newest of a week from Monday',
      { keepWeekly: 3 },
      ['03-30T00:00', '03-29T23:59', '03-23T00:00', '03-22T23:59'],
      [2],
    ],
    [
      'the newest of a month',
      { keepMonthly: 2 },
      ['03-01T00:00', '02-28T23:59', '02-01T00:00'],
      [2],
    ],
    ['no more by days that are not given', { keepLast: 1 }, ['04-02T00:00', '04-01T00:00'], [1]],
  ])('is %s, by UTC', (_, rules, times, gone) => {
    const dates = times.map((time) => new Date(`2026-${time}Z`));
    expect(outdated(dates, { ...NONE, ...rules }, NOW)).toEqual(gone);
  });

  it('is the newest version always', () => {
    const rule = fc.option(fc.nat(5), { nil: null });
    const rules = fc.record({
      keepLast: rule,
      keepDays: rule,
      keepDaily: rule,
      keepWeekly: rule,
      keepMonthly: rule,
    });
    const times = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rules, times, (some, days) => {
        const dates = days
          .sort((a, b) => a - b)
          .map((day) => new Date(NOW.getTime() - day * 86_400_000));
        const gone = outdated(dates, some, NOW);
        expect(gone).not.toContain(0);
        const left = dates.filter((_, at) => !gone.includes(at));
        expect(outdated(left, some, NOW)).toEqual([]);
      }),
    );
  });
});
