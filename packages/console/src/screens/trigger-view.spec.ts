import { describe, expect, it } from 'vitest';
import { type ShownTrigger } from '../../../client/src/client.js';
import { fieldsOfTrigger } from './trigger-fields.js';
import { curlLine, whenText } from './trigger-view.js';

function aTrigger(type: ShownTrigger['type'], more: object): ShownTrigger {
  return {
    _id: '1',
    name: 'one',
    type,
    enabled: true,
    actionType: 'automations',
    actionId: '2',
    description: '',
    created: null,
    createdBy: null,
    lastUpdated: null,
    lastUpdatedBy: null,
    ...more,
  };
}

describe('the line for the shell', () => {
  const ORIGIN = 'https://netadmin.example';

  it('holds the route as an address, whatever it is called', () => {
    const trigger = aTrigger('endpoint', { routeName: "x'; reboot #" });
    expect(curlLine(trigger, ORIGIN).split('\n')[0]).toBe(
      "curl -X POST 'https://netadmin.example/operations-manager/triggers/endpoint/x%27%3B%20reboot%20%23' \\",
    );
  });

  it.each([
    ['token', 'secret', 'X-Trigger-Token: secret'],
    ['token', undefined, 'X-Trigger-Token: YOUR-TOKEN'],
    ['hmac', undefined, 'authorization: Bearer YOUR-TOKEN'],
    [null, undefined, 'authorization: Bearer YOUR-TOKEN'],
  ])('of a trigger with the credential %s, which is %s, has %s', (credential, token, header) => {
    const trigger = aTrigger('endpoint', { routeName: 'x', credential });
    expect(curlLine(trigger, ORIGIN, token)).toContain(`-H '${header}' `);
  });

  it.each([
    [undefined, '{}'],
    [{ type: 'object', properties: { a: { type: 'string' } } }, '{}'],
    [
      {
        required: ['device', 'lines', 'more', 'state', 'any'],
        properties: {
          device: { type: 'string' },
          lines: { type: ['array', 'null'] },
          more: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
          state: { enum: ["it's up", 'down'] },
        },
      },
      String.raw`{"device":"text","lines":[],"more":{"n":1},"state":"it'\''s up","any":{}}`,
    ],
  ])('sends what the schema %j requires', (schema, body) => {
    const trigger = aTrigger('endpoint', { routeName: 'x', schema });
    expect(curlLine(trigger, ORIGIN)).toContain(`-d '${body}'`);
  });
});

describe('when a trigger starts its job', () => {
  it.each([
    [{ cron: '0 7 * * 1', timeZone: 'Europe/Paris' }, '0 7 * * 1 (Europe/Paris)'],
    [{ repeatFrequency: 2, repeatUnit: 'week' }, 'every 2 weeks (UTC)'],
    [{ repeatFrequency: 1, repeatUnit: 'month', timeZone: 'UTC' }, 'every 1 month (UTC)'],
    [{ repeatInterval: 90_000 }, 'every 90 s'],
    [{ firstRunAt: 0 }, 'once'],
  ])('is said of the schedule %o', (schedule, text) => {
    expect(whenText(aTrigger('schedule', schedule))).toBe(text);
  });
});

describe('the fields of a schedule', () => {
  const fields = (more: object) =>
    Object.fromEntries(
      fieldsOfTrigger(aTrigger('schedule', more)).map(({ name, initial }) => [name, initial]),
    );

  it('hold what it has, and nothing that it has not', () => {
    expect(fields({ cron: '0 7 * * *', processMissedRuns: 'last' })).toEqual({
      name: 'one',
      cron: '0 7 * * *',
      processMissedRuns: 'last',
    });
  });

  it('are those of its kind: none for cron where it repeats otherwise', () => {
    const schedule = { cron: null, firstRunAt: 1, repeatFrequency: 2, repeatUnit: 'days' };
    const { firstRunAt, repeatFrequency, repeatUnit, ...more } = fields(schedule);
    expect([firstRunAt, repeatFrequency, repeatUnit]).toEqual([1, 2, 'days']);
    expect(Object.keys(more)).not.toContain('cron');
  });

  it('offer a word of exports beside their own', () => {
    const [choices] = fieldsOfTrigger(aTrigger('schedule', { processMissedRuns: 'last' }))
      .filter(({ name }) => name === 'processMissedRuns')
      .map((field) => field.choices);
    expect(choices).toEqual(['skip', 'once', 'last']);
  });
});
