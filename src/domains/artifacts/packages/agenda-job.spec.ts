import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../kernel/json.js';
import { listOf } from '../../../kernel/json-reading.js';
import { readAutomation } from '../../automations/shape/read-automation.js';
import { readAgendaJob } from './agenda-job.js';

const job = (members: JsonObject = {}, data: JsonObject = {}): JsonObject => ({
  _id: '5f3c38e78236fd5385c31bbd',
  name: 'Rotate keys',
  data: {
    workflowId: 'Rotate Keys',
    formId: 'Keys',
    formData: { age: 90 },
    description: 'Each night',
    gbac: { read: [], write: [] },
    lastUpdated: '2020-03-23T19:45:50.899Z',
    modifiedByUsername: 'ada',
    ...data,
  },
  lastRunAt: null,
  nextRunAt: null,
  repeatInterval: null,
  repeatTimezone: null,
  ...members,
});
const AT = '2020-03-24T02:00:00.000Z';

const triggersOf = (members: JsonObject): readonly unknown[] =>
  listOf(readAgendaJob(job(members), '').automation?.['triggers']);

describe('readAgendaJob', () => {
  it('makes an automation of it, started by hand with the answers that it keeps', () => {
    expect(readAgendaJob(job(), '')).toEqual({
      automation: {
        _id: '5f3c38e78236fd5385c31bbd',
        name: 'Rotate keys',
        description: 'Each night',
        componentType: 'workflows',
        componentName: 'Rotate Keys',
        gbac: { read: [], write: [] },
        lastUpdated: '2020-03-23T19:45:50.899Z',
        lastUpdatedBy: 'ada',
        triggers: [
          {
            name: 'Start by hand',
            type: 'manual',
            enabled: true,
            actionType: 'automations',
            formId: 'Keys',
            formData: { age: 90 },
            legacyWrapper: true,
          },
        ],
      },
    });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['once', { nextRunAt: AT }, { firstRunAt: AT, timeZone: 'UTC' }],
    [
      'each so many milliseconds',
      { nextRunAt: AT, repeatInterval: '3600000' },
      { firstRunAt: AT, repeatInterval: 3_600_000 },
    ],
    [
      'each interval in words, from its last run on',
      { lastRunAt: AT, repeatInterval: '2 weeks' },
      { firstRunAt: AT, repeatUnit: 'week', repeatFrequency: 2 },
    ],
    [
      'by cron in its time zone',
      { repeatInterval: '0 2 * * 1', repeatTimezone: 'Europe/Berlin' },
      { cron: '0 2 * * 1', timeZone: 'Europe/Berlin' },
    ],
  ])('has a schedule for what starts %s', (_, members, schedule) => {
    expect(triggersOf(members)).toEqual([
      expect.objectContaining({ type: 'manual' }),
      expect.objectContaining({ type: 'schedule', formId: 'Keys', ...schedule }),
    ]);
  });

  it('is switched off where the job was', () => {
    expect(triggersOf({ disabled: true, nextRunAt: AT })).toEqual([
      expect.objectContaining({ enabled: false }),
      expect.objectContaining({ enabled: false }),
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['no start', { repeatInterval: '1 day' }, 'does not say from when on'],
    ['no cron expression', { repeatInterval: 'now and then' }, "repeats by 'now and then'"],
    ['no time zone', { repeatInterval: '* * * * *', repeatTimezone: 'Mars/Base' }, "'Mars/Base'"],
  ])('says why it is started by hand alone: a repetition with %s', (_, members, why) => {
    const { automation, lacks } = readAgendaJob(job(members), '');
    expect(listOf(automation?.['triggers'])).toHaveLength(1);
    expect(lacks).toContain(why);
  });

  it('takes none that names no workflow', () => {
    expect(readAgendaJob(job({}, { workflowId: '' }), '')).toEqual({
      lacks: 'it starts nothing here, because it names no workflow',
    });
  });

  it.each<JsonObject>([
    {},
    { nextRunAt: AT },
    { nextRunAt: 1_585_000_000_000, repeatInterval: 5 },
    { nextRunAt: AT, repeatInterval: 'every 0 days' },
    { repeatInterval: '*/5 * * * *' },
    { repeatInterval: 'month', lastRunAt: AT },
  ])('makes what an automation may be of %j', async (members) => {
    const { automation = {} } = readAgendaJob(job(members), '');
    expect(await readAutomation(automation)).toMatchObject({ kind: 'read' });
  });
});
