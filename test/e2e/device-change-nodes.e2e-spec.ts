import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import {
  type ChangeDeviceAnswer,
  type ListDeviceChangesAnswer,
} from '../../src/domains/device-changes/changes/device-changes.dto.js';
import { type DeviceAnswer } from '../../src/domains/devices/inventory/device-answers.dto.js';
import { testDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { KnownDevices } from '../support/known-devices.js';
import { startApp, type TestApp } from '../support/start-app.js';

const DEVICE = '/configuration_manager/devices/shared';
const CHANGES = `${DEVICE}/changes`;
/** Leases have to run out: that of the lock, and that of the change. */
const PATIENCE_MS = 90_000;
const FATAL = 'description fatal';

describe('changes of devices on two nodes', () => {
  const database = testDatabase('device-change-nodes');
  let dying: TestApp;
  let living: TestApp;
  const devices = new KnownDevices(() => living);

  const shown = async (config: readonly string[]): Promise<object> => {
    const body = { config, dryRun: true };
    const { json } = await living.as<ChangeDeviceAnswer>('apiwrite', 'POST', CHANGES, { body });
    return { config, dryRun: false, planHash: json.planHash };
  };
  const changes = async (): Promise<ListDeviceChangesAnswer['results']> =>
    (await living.as<ListDeviceChangesAnswer>('apiread', 'GET', CHANGES)).json.results;

  beforeAll(async () => {
    const options = { databaseUri: database.uri, env: { OUTBOUND_ALLOW: '127.0.0.1' } };
    living = await startApp('device-change-nodes', options);
    dying = await startApp('device-change-nodes', options);
  });
  afterAll(async () => {
    await Promise.allSettled([living.close(), dying.close()]);
    await devices.close();
    await database.drop();
  });

  it(
    'are ended by the other node, sent once, and followed by others',
    async () => {
      const device = await devices.make('shared', {
        type: 'cisco-ios',
        behaviour: { diesAt: FATAL },
      });
      const body = await shown(['interface Loopback0', ` ${FATAL}`]);
      const pushed = dying.as('apiwrite', 'POST', CHANGES, { body }).catch(() => undefined);
      await eventually(
        () => Promise.resolve(device.lines()),
        (lines) => lines.some((line) => line.includes(FATAL)),
      );
      device.behave({ behaviour: { silent: true } });
      // From here on the node can neither end the change nor say that it lives.
      await dying.app.get<Connection>(getConnectionToken(), { strict: false }).destroy(true);
      expect(await changes()).toMatchObject([{ outcome: 'running', finished: null }]);
      device.behave({ behaviour: {} });
      await pushed;

      const free = await eventually(
        async () => (await living.as<DeviceAnswer>('apiread', 'GET', DEVICE)).json,
        ({ lock }) => lock === null,
      );
      expect(free.waiting).toEqual([]);
      const [ended] = await eventually(changes, ([first]) => first?.outcome !== 'running');
      expect(ended).toMatchObject({ outcome: 'interrupted', detail: expect.any(String) });
      // Told once the outcome is written.
      const events = await eventually(
        () => living.as('admin', 'GET', '/events?topic=deviceChangeInterrupted'),
        ({ text }) => text !== '{"results":[],"total":0}',
      );
      expect(events.text).toContain(ended?._id);

      const again = await shown(['hostname afterwards']);
      const next = await living.as<ChangeDeviceAnswer>('apiwrite', 'POST', CHANGES, {
        body: again,
      });
      expect(next.json.change).toMatchObject({ outcome: 'done' });
      expect(device.lines().filter((line) => line.includes(FATAL))).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  it('are not taken by a node for a plan that another one pushed already', async () => {
    const other = await startApp('device-change-nodes', {
      databaseUri: database.uri,
      env: { OUTBOUND_ALLOW: '127.0.0.1' },
    });
    try {
      const body = await shown(['hostname once']);
      const answers = await Promise.all(
        [living, other].map((node) => node.as('apiwrite', 'POST', CHANGES, { body })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    } finally {
      await other.close();
    }
  });
});
