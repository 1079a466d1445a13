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

const DEVICES = '/configuration_manager/devices';
/** Leases have to run out: that of the lock, and that of the change. */
const PATIENCE_MS = 90_000;
const FATAL = 'description fatal';

// Each has a device of its own, and the first one waits until leases end.
describe.concurrent('changes of devices on two nodes', () => {
  const database = testDatabase('device-change-nodes');
  let dying: TestApp;
  let living: TestApp;
  const devices = new KnownDevices(() => living);

  const shown = async (name: string, config: readonly string[]): Promise<object> => {
    const path = `${DEVICES}/${name}/changes`;
    const body = { config, dryRun: true };
    const { json } = await living.as<ChangeDeviceAnswer>('apiwrite', 'POST', path, { body });
    return { config, dryRun: false, planHash: json.planHash };
  };
  const push = (node: TestApp, name: string, body: object) =>
    node.as<ChangeDeviceAnswer>('apiwrite', 'POST', `${DEVICES}/${name}/changes`, { body });
  const changes = async (name: string): Promise<ListDeviceChangesAnswer['results']> => {
    const path = `${DEVICES}/${name}/changes`;
    return (await living.as<ListDeviceChangesAnswer>('apiread', 'GET', path)).json.results;
  };

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
      // Where a session is opened while the device is silent, it ends before the leases do.
      const fields = { timeouts: { sessionMs: 10_000 } };
      const script = { type: 'cisco-ios', behaviour: { diesAt: FATAL } } as const;
      const device = await devices.make('shared', script, fields);
      const body = await shown('shared', ['interface Loopback0', ` ${FATAL}`]);
      const pushed = push(dying, 'shared', body).catch(() => undefined);
      await eventually(
        () => Promise.resolve(device.lines()),
        (lines) => lines.some((line) => line.includes(FATAL)),
      );
      device.behave({ behaviour: { silent: true } });
      // From here on the node can neither end the change nor say that it lives.
      await dying.app.get<Connection>(getConnectionToken(), { strict: false }).destroy(true);
      expect(await changes('shared')).toMatchObject([{ outcome: 'running', finished: null }]);
      device.behave({ behaviour: {} });
      await pushed;

      const free = await eventually(
        async () => (await living.as<DeviceAnswer>('apiread', 'GET', `${DEVICES}/shared`)).json,
        ({ lock }) => lock === null,
      );
      expect(free.waiting).toEqual([]);
      const [ended] = await eventually(
        () => changes('shared'),
        ([first]) => first?.outcome !== 'running',
      );
      expect(ended).toMatchObject({ outcome: 'interrupted', detail: expect.any(String) });
      // Told once the outcome is written.
      const events = await eventually(
        () => living.as('admin', 'GET', '/events?topic=deviceChangeInterrupted'),
        ({ text }) => text !== '{"results":[],"total":0}',
      );
      expect(events.text).toContain(ended?._id);

      const again = await shown('shared', ['hostname afterwards']);
      const next = await push(living, 'shared', again);
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
      await devices.make('planned', { type: 'cisco-ios' });
      const body = await shown('planned', ['hostname once']);
      const nodes = [living, other];
      const answers = await Promise.all(nodes.map((node) => push(node, 'planned', body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    } finally {
      await other.close();
    }
  });
});
