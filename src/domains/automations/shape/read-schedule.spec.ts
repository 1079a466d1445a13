import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../../kernel/json.js';
import { readSchedule } from './read-schedule.js';

const START = 1_730_122_369_158;
const read = (document: JsonObject) => {
  const reading = readSchedule(document);
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.faults));
  return reading.schedule;
};
const pointers = (document: JsonObject) => {
  const reading = readSchedule(document);
  return reading.kind === 'refused' ? reading.faults.map(({ pointer }) => pointer) : [];
};

describe('readSchedule', () => {
  it('reads what exports say', () => {
    const exported = {
      firstRunAt: START,
      processMissedRuns: 'none',
      repeatUnit: 'day',
      repeatFrequency: 1,
      repeatInterval: 86_400_000,
    };
    expect(read(exported)).toEqual({
      recurrence: { kind: 'interval', everyMs: 86_400_000 },
      firstRunAt: new Date(START),
      missedRuns: 'skip',
      concurrency: 'allow',
    });
  });

  it.each<[JsonObject, object]>([
    [{}, { kind: 'once' }],
    [
      { repeatUnit: 'Hours', repeatFrequency: 2 },
      { kind: 'interval', everyMs: 7_200_000 },
    ],
    [{ repeatUnit: 'week' }, { kind: 'interval', everyMs: 604_800_000 }],
    [
      { repeatUnit: 'month', repeatFrequency: 3, timeZone: 'Europe/Berlin' },
      { kind: 'months', everyMonths: 3, timeZone: 'Europe/Berlin' },
    ],
    [{ repeatUnit: 'year' }, { kind: 'months', everyMonths: 12, timeZone: 'UTC' }],
    [
      { cron: '30 2 * * MON', timeZone: 'America/New_York' },
      { kind: 'cron', expression: '30 2 * * MON', timeZone: 'America/New_York' },
    ],
    [{ cron: '0 0 29 2 *' }, { kind: 'cron', expression: '0 0 29 2 *', timeZone: 'UTC' }],
  ])('reads how often: %j', (document, recurrence) => {
    expect(read({ firstRunAt: START, ...document }).recurrence).toEqual(recurrence);
  });

  it.each([
    ['none', 'skip'],
    ['skip', 'skip'],
    ['last', 'once'],
    ['all', 'once'],
    ['once', 'once'],
  ])('reads missed runs: %s', (processMissedRuns, missedRuns) => {
    expect(read({ firstRunAt: START, processMissedRuns }).missedRuns).toBe(missedRuns);
  });

  it('takes cron without a first run, and ISO text as one', () => {
    expect(read({ cron: '* * * * *' }).firstRunAt).toBeNull();
    expect(read({ firstRunAt: '2026-01-01T00:00:00+01:00' }).firstRunAt).toEqual(
      new Date('2025-12-31T23:00:00Z'),
    );
  });

  it.each<[JsonObject, readonly string[]]>([
    [{}, ['#/firstRunAt']],
    [{ firstRunAt: 'tomorrow' }, ['#/firstRunAt']],
    [{ firstRunAt: -1 }, ['#/firstRunAt']],
    [{ firstRunAt: START, repeatInterval: 1 }, ['#/repeatInterval']],
    [{ firstRunAt: START, repeatUnit: 'fortnight' }, ['#/repeatUnit']],
    [{ firstRunAt: START, repeatUnit: 'day', repeatFrequency: 0 }, ['#/repeatFrequency']],
    [{ cron: '* * * *' }, ['#/cron']],
    [{ cron: '0 0 31 2 *' }, ['#/cron']],
    [{ cron: '* * * * *', repeatUnit: 'day' }, ['#/cron']],
    [{ cron: '* * * * *', timeZone: '+01:00' }, ['#/timeZone']],
    [{ cron: '* * * * *', processMissedRuns: 'never' }, ['#/processMissedRuns']],
    [{ cron: '* * * * *', concurrency: 'maybe' }, ['#/concurrency']],
  ])('refuses %j', (document, places) => {
    expect(pointers(document)).toEqual(places);
  });

  it('answers, whatever it is given', () => {
    const keys = ['cron', 'timeZone', 'firstRunAt', 'repeatUnit', 'repeatInterval', 'concurrency'];
    const documents = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
    fc.assert(
      fc.property(documents, (document) => {
        expect(['read', 'refused']).toContain(readSchedule(document as JsonObject).kind);
      }),
    );
  });
});
