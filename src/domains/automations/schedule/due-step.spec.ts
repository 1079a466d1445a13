import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '#test/support/walk-length.js';
import { type MissedRuns, type TriggerSchedule } from '../shape/trigger-definition.js';
import { dueStep, MISSED_COUNT_MAX, ON_TIME_MS } from './due-step.js';

const MINUTE = 60_000;
const hourly = (missedRuns: MissedRuns, expression = '0 * * * *'): TriggerSchedule => ({
  recurrence: { kind: 'cron', expression, timeZone: 'UTC' },
  firstRunAt: null,
  missedRuns,
  concurrency: 'allow',
});
const time = (text: string): Date => new Date(`2026-01-05T${text}:00Z`);

/** What a scheduler goes over that is so many minutes late each time. */
function stepsOf(schedule: TriggerSchedule, late: readonly number[]) {
  let dueAt = time('00:00');
  return late.map((minutes) => {
    const { run, missed, next } = dueStep(schedule, dueAt, new Date(+dueAt + minutes * MINUTE));
    const step = {
      dueAt: dueAt.getTime(),
      from: Number(missed?.first ?? run),
      to: Number(run ?? missed?.last),
      next: Number(next),
    };
    dueAt = next ?? dueAt;
    return step;
  });
}

describe('dueStep', () => {
  it.each(['skip', 'once'] as const)(
    'runs what is on time, whatever is missed otherwise: %s',
    (policy) => {
      expect(dueStep(hourly(policy), time('10:00'), time('10:01'))).toEqual({
        run: time('10:00'),
        missed: null,
        next: time('11:00'),
      });
    },
  );

  it('passes over everything that was missed', () => {
    expect(dueStep(hourly('skip'), time('10:00'), time('13:30'))).toEqual({
      run: null,
      missed: { first: time('10:00'), last: time('13:00'), count: 4 },
      next: time('14:00'),
    });
  });

  it('runs the latest of those that were missed in the place of all', () => {
    expect(dueStep(hourly('once'), time('10:00'), time('13:30'))).toEqual({
      run: time('13:00'),
      missed: { first: time('10:00'), last: time('12:00'), count: 3 },
      next: time('14:00'),
    });
  });

  it('has missed nothing else when one was missed', () => {
    expect(dueStep(hourly('once'), time('10:00'), time('10:30'))).toEqual({
      run: time('10:00'),
      missed: null,
      next: time('11:00'),
    });
  });

  it('counts no further than it has to', () => {
    const step = dueStep(hourly('skip', '* * * * * *'), time('00:00'), new Date('2026-07-01'));
    expect(step.missed?.count).toBe(MISSED_COUNT_MAX);
    expect(step.next?.getTime()).toBeGreaterThan(Date.parse('2026-07-01') - ON_TIME_MS - 1);
  });

  it('goes over every occurrence exactly once, in their order, however late it comes', () => {
    const delays = fc.array(fc.nat(6 * 60), { minLength: 1, maxLength: 20 });
    const policies = fc.constantFrom<MissedRuns>('skip', 'once');
    fc.assert(
      fc.property(delays, policies, fc.integer({ min: 1, max: 59 }), (late, policy, every) => {
        const schedule = hourly(policy, `*/${String(every)} * * * *`);
        const steps = stepsOf(schedule, late);
        // Every stretch begins where the one before it said, and none is empty.
        expect(steps.map(({ from }) => from)).toEqual(steps.map(({ dueAt }) => dueAt));
        expect(steps.every(({ from, to }) => from <= to)).toBe(true);
        expect(steps.every(({ to, next }) => next > to)).toBe(true);
      }),
      { numRuns: walkLength(25, 100) },
    );
  });
});
