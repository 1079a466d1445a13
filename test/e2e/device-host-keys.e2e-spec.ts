import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CheckDeviceAnswer,
  type DeviceAnswer,
} from '../../src/domains/devices/inventory/device-answers.dto.js';
import { pathOf } from '../support/devices-app.js';
import { type SshServer, startSshServer } from '../support/fakes/ssh-server.js';
import { startApp, type TestApp } from '../support/start-app.js';

const LOGIN = { username: 'admin', password: 'a-password-of-a-device-77c1' };
const placeOf = ({ host, port }: SshServer) => ({ host, port, ...LOGIN });

describe('host keys of devices', () => {
  let platform: TestApp;
  let device: SshServer;
  let jump: SshServer;
  let strict: SshServer;

  const put = (name: string, fields: object) =>
    platform.as<DeviceAnswer>('admin', 'PUT', pathOf(name), {
      body: { type: 'cisco-ios', ...placeOf(device), ...fields },
    });
  const read = async (name: string) =>
    (await platform.as<DeviceAnswer>('apiread', 'GET', pathOf(name))).json;
  const pinsOf = async (name: string) => {
    const { hostKey, jump: through } = await read(name);
    return [hostKey.pinned, through?.hostKey.pinned];
  };
  const check = async (name: string, pin = false) =>
    (
      await platform.as<CheckDeviceAnswer>('admin', 'POST', `${pathOf(name)}/check`, {
        body: { pin },
      })
    ).json;

  beforeAll(async () => {
    device = await startSshServer({});
    jump = await startSshServer({});
    strict = await startSshServer({
      authenticate: (attempt) => {
        attempt.reject();
      },
    });
    platform = await startApp('device-host-keys', { env: { OUTBOUND_ALLOW: '127.0.0.1' } });
  });
  afterAll(async () => {
    await platform.close();
    await Promise.all([device, jump, strict].map((server) => server.close()));
  });

  it('are pinned at the first use, also the one of the jump host', async () => {
    await put('Inner', { jump: placeOf(jump) });
    expect(await check('Inner')).toEqual({
      passed: true,
      hostKey: device.hostKey,
      jumpHostKey: jump.hostKey,
      isPinned: true,
      code: null,
      detail: 'A session was opened',
    });
    expect(await pinsOf('Inner')).toEqual([device.hostKey, jump.hostKey]);
  });

  it('are pinned where the login is refused: nobody else is given the same secrets', async () => {
    await put('Strict', { ...placeOf(strict) });
    expect((await check('Strict')).code).toBe('device-authentication-failed');
    expect(await pinsOf('Strict')).toEqual([strict.hostKey, undefined]);
    await put('Behind', { jump: placeOf(strict) });
    expect(await check('Behind')).toMatchObject({
      passed: false,
      hostKey: null,
      jumpHostKey: strict.hostKey,
      isPinned: false,
    });
    expect(await pinsOf('Behind')).toEqual([null, strict.hostKey]);
  });

  it('stay when a device is written again, and are forgotten when that is said', async () => {
    await put('Kept', { jump: placeOf(jump) });
    await check('Kept');
    await put('Kept', { description: 'again', jump: placeOf(jump) });
    expect(await pinsOf('Kept')).toEqual([device.hostKey, jump.hostKey]);
    const forget = { hostKey: { pinned: null } };
    await put('Kept', { ...forget, jump: { ...placeOf(jump), ...forget } });
    expect(await pinsOf('Kept')).toEqual([null, null]);
  });

  it('of a jump host are pinned anew when that is asked for, together with the device', async () => {
    const hostKey = { pinned: strict.hostKey };
    await put('Renewed', { hostKey, jump: { ...placeOf(jump), hostKey } });
    const { tried } = jump;
    const before = tried.length;
    expect(await check('Renewed')).toMatchObject({
      passed: false,
      hostKey: null,
      jumpHostKey: jump.hostKey,
      code: 'host-key-changed',
    });
    expect(tried).toHaveLength(before);
    expect(await check('Renewed', true)).toMatchObject({ passed: true, isPinned: true });
    expect(await pinsOf('Renewed')).toEqual([device.hostKey, jump.hostKey]);
  });
});
