import { describe, expect, it } from 'vitest';
import { type ShownTrigger } from '../../../client/src/client.js';
import { curlLine, whenText } from './trigger-view.js';

function aTrigger(type: ShownTrigger['type'], more: object): ShownTrigger {
  return {
    ...{ _id: '1', name: 'one', type, enabled: true, actionType: 'automations', actionId: '2' },
    ...{ description: '', created: null, createdBy: null, lastUpdated: null, lastUpdatedBy: null },
    ...more,
  };
}

describe('the line for the shell', () => {
  it('holds the route as an address, whatever it is called', () => {
    const trigger = aTrigger('endpoint', { routeName: "x'; reboot #" });
    const line = curlLine(trigger, 'https://netadmin.example', 'secret');
    expect(line.split('\n')[0]).toBe(
      "curl -X POST 'https://netadmin.example/operations-manager/triggers/endpoint/x%27%3B%20reboot%20%23' \\",
    );
    expect(line).toContain("-H 'x-trigger-token: secret'");
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
