import { describe, expect, it } from 'vitest';
import { type TriggerSchedule } from '../shape/trigger-definition.js';
import { planSchedule, scheduleKey } from './plan-schedule.js';

const hourly: TriggerSchedule = {
  recurrence: { kind: 'cron', expression: '0 * * * *', timeZone: 'UTC' },
  firstRunAt: null,
  missedRuns: 'once',
  concurrency: 'allow',
};
const daily: TriggerSchedule = {
  ...hourly,
  recurrence: { kind: 'cron', expression: '0 0 * * *', timeZone: 'UTC' },
};
const time = (text: string): Date => new Date(`2026-01-05T${text}Z`);
const before = { key: scheduleKey(hourly), next: time('10:00:00') };

describe('planSchedule', () => {
  it('begins with the first occurrence after it was written', () => {
    const planned = planSchedule({
      schedule: hourly,
      planned: undefined,
      updated: time('10:00:00'),
    });
    expect(planned).toEqual({ key: scheduleKey(hourly), next: time('11:00:00') });
  });

  it('loses no occurrence that was due when something else was changed', () => {
    const updated = time('10:00:30');
    expect(planSchedule({ schedule: hourly, planned: before, updated }).next).toEqual(before.next);
    const otherPolicy = { ...hourly, missedRuns: 'skip' } as const;
    expect(planSchedule({ schedule: otherPolicy, planned: before, updated }).next).toEqual(
      before.next,
    );
  });

  it('has missed nothing while it was switched off', () => {
    const updated = time('13:30:00');
    expect(planSchedule({ schedule: hourly, planned: before, updated }).next).toEqual(
      time('14:00:00'),
    );
  });

  it('begins anew with another schedule', () => {
    const updated = time('10:00:30');
    const { next } = planSchedule({ schedule: daily, planned: before, updated });
    expect(next).toEqual(new Date('2026-01-06T00:00:00Z'));
  });

  it('knows a schedule by what it says, not by the order in which it is stored', () => {
    const { recurrence } = hourly;
    const reversed = Object.fromEntries(Object.entries(recurrence).reverse());
    expect(scheduleKey({ ...hourly, recurrence: reversed as typeof recurrence })).toBe(before.key);
  });
});
