import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { ChangeRecordsService } from '../../src/domains/device-changes/changes/change-records.service.js';
import {
  type ChangeDeviceAnswer,
  type DeviceChangeShown,
  type ListDeviceChangesAnswer,
} from '../../src/domains/device-changes/changes/device-changes.dto.js';
import { DeviceLocksService } from '../../src/domains/devices/inventory/device-locks.service.js';
import { type DeviceAnswer } from '../../src/domains/devices/inventory/device-answers.dto.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { eventually } from '../support/eventually.js';
import { KnownDevices } from '../support/known-devices.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const DEVICES = '/configuration_manager/devices';
const SECRET = 's3cret';

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly current?: {
    readonly planHash?: string;
    readonly diff?: string;
    readonly changeId?: string;
  };
}

// Each has a device of its own, and most of the time waits for what it says.
describe.concurrent('changes of devices', () => {
  let platform: TestApp;
  const devices = new KnownDevices(() => platform);

  const path = (name: string): string => `${DEVICES}/${name}/changes`;
  const send = <T = ChangeDeviceAnswer>(
    name: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => platform.as<T>('apiwrite', 'POST', path(name), { body, headers });
  const dryRun = async (name: string, body: object): Promise<ChangeDeviceAnswer> => {
    const { status, json, text } = await send(name, { ...body, dryRun: true });
    if (status !== 200) throw new Error(text);
    return json;
  };
  const push = async (name: string, body: object): Promise<DeviceChangeShown> => {
    const { planHash } = await dryRun(name, body);
    const { status, json, text } = await send(name, { ...body, dryRun: false, planHash });
    if (status !== 200 || json.change === null) throw new Error(text);
    return json.change;
  };
  const changesOf = async (name: string): Promise<ListDeviceChangesAnswer> =>
    (await platform.as<ListDeviceChangesAnswer>('apiread', 'GET', path(name))).json;
  const get = async (id: string | undefined): Promise<DeviceChangeShown> => {
    const found = `/configuration_manager/changes/${id ?? ''}`;
    return (await platform.as<DeviceChangeShown>('apiread', 'GET', found)).json;
  };

  beforeAll(async () => {
    platform = await startApp('device-changes', { env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    await devices.make('ios-refused', { type: 'cisco-ios' });
  });
  afterAll(async () => {
    await platform.close();
    await devices.close();
  });

  const CONFIG = ['interface Loopback0', ' description changed', 'hostname renamed'];
  const SENT = ['interface Loopback0', ' description changed', ' exit', 'hostname renamed'];
  const pushShown = async (name: string, body: object): Promise<DeviceChangeShown> => {
    const { status, json } = await send(name, { ...body, dryRun: false });
    if (status !== 200 || json.change === null) throw new Error(String(status));
    return json.change;
  };

  it('are shown first, pushed by the hash of what was shown, and kept', async () => {
    const device = await devices.make('ios-1', { type: 'cisco-ios' });
    const shown = await dryRun('ios-1', { config: CONFIG });
    expect(shown).toMatchObject({ dryRun: true, by: 'prediction', predicted: true, change: null });
    expect(shown.diff).toContain('-hostname router1\n+hostname renamed');
    expect(shown.diff).toContain('- description system\n+ description changed');
    expect(shown.lines).toEqual(SENT);
    expect(device.state()).toBeUndefined();
    const { planHash } = shown;
    const body = { config: CONFIG.join('\n'), planHash, comment: 'a reason' };
    const change = await pushShown('ios-1', body);
    expect(change).toMatchObject({
      device: 'ios-1',
      outcome: 'done',
      comment: 'a reason',
      by: 'prediction',
      refusedLine: null,
      partlyActive: false,
      detail: null,
      lines: shown.lines,
    });
    expect(change.reverse).toEqual([
      'hostname router1',
      'interface Loopback0',
      ' description system',
    ]);
    expect(change.result).toContain('+hostname renamed');
    expect(device.state()?.running).toContain('hostname renamed');
    expect(device.state()?.saved).toContain('description changed');
    const { results, total } = await changesOf('ios-1');
    expect({ total, ids: results.map(({ _id }) => _id) }).toEqual({
      total: 1,
      ids: [change._id],
    });
    expect(await get(change._id)).toEqual(change);
    const before = await platform.as<{ rawConfig?: string }>(
      'apiread',
      'GET',
      `/configuration_manager/backups/${change.beforeBackupId}`,
    );
    expect(before.text).not.toContain(SECRET);
  });

  it('never show a secret', async () => {
    const device = await devices.make('ios-secret', { type: 'cisco-ios' });
    const config = ['snmp-server community an0ther-s3cret RW', 'username eve secret hush-hush'];
    const shown = await send('ios-secret', { config, dryRun: true });
    expect(shown.json.unpredicted.length).toBeGreaterThan(0);
    const body = { config, dryRun: false, planHash: shown.json.planHash };
    const pushed = await send('ios-secret', body);
    expect(pushed.status).toBe(200);
    expect(device.state()?.running).toContain('an0ther-s3cret');
    const record = await platform.as('apiread', 'GET', path('ios-secret'));
    const audit = await platform.as('admin', 'GET', '/audit?limit=100');
    const events = await platform.as('admin', 'GET', '/events?topic=deviceChangePushed');
    expect(events.text).toContain(pushed.json.change?._id);
    for (const { text } of [shown, pushed, record, audit, events])
      expect(text).not.toMatch(/an0ther-s3cret|hush-hush|s3cret RO/);
  });

  it('are not pushed without the hash of a dry-run', async () => {
    const device = await devices.make('ios-2', { type: 'cisco-ios' });
    const missing = await send<Problem>('ios-2', { config: CONFIG, dryRun: false });
    expect([missing.status, missing.json.errors?.[0]?.pointer]).toEqual([400, '#/planHash']);
    const { planHash } = await dryRun('ios-2', { config: ['hostname one'] });
    const other = await send<Problem>('ios-2', { config: CONFIG, dryRun: false, planHash });
    expect([other.status, other.json.code]).toEqual([409, 'plan-changed']);
    expect(device.lines()).not.toContain('configure terminal');
  });

  it('are not sent when the device changed in between, and show what would change now', async () => {
    const device = await devices.make('ios-3', { type: 'cisco-ios' });
    const { planHash } = await dryRun('ios-3', { config: CONFIG });
    device.setConfiguration('hostname somebody-else\ninterface Loopback0\n description x\n');
    const { status, json } = await send<Problem>('ios-3', {
      config: CONFIG,
      dryRun: false,
      planHash,
    });
    expect([status, json.code]).toEqual([409, 'plan-changed']);
    expect(json.current?.diff).toContain('-hostname somebody-else');
    expect(device.lines()).not.toContain('configure terminal');
    expect((await changesOf('ios-3')).total).toBe(0);
    const again = { config: CONFIG, dryRun: false, planHash: json.current?.planHash };
    expect((await send('ios-3', again)).status).toBe(200);
  });

  it('are pushed once, however often they are asked for', async () => {
    const device = await devices.make('ios-4', { type: 'cisco-ios' });
    const { planHash } = await dryRun('ios-4', { config: ['interface Loopback0'] });
    const body = { config: ['interface Loopback0'], dryRun: false, planHash };
    const headers = { 'idempotency-key': 'push-of-ios-4' };
    const first = await send('ios-4', body, headers);
    const replayed = await send('ios-4', body, headers);
    expect([first.status, replayed.status, replayed.text]).toEqual([200, 200, first.text]);
    // It changed nothing, so the device alone would not tell.
    expect((await send<Problem>('ios-4', body)).json.code).toBe('plan-changed');
    expect(device.lines().filter((line) => line === 'configure terminal')).toHaveLength(1);
  });

  it('stop at a line that the device refuses, and say so', async () => {
    const device = await devices.make('ios-5', { type: 'cisco-ios' });
    const config = ['hostname half-way', 'bogus on', 'hostname never'];
    const { planHash } = await dryRun('ios-5', { config });
    const { status, json } = await send<Problem>('ios-5', { config, dryRun: false, planHash });
    expect([status, json.code]).toEqual([502, 'device-refused-change']);
    expect(json.errors?.[0]?.pointer).toBe('#/config/1');
    expect(json.errors?.[0]?.detail).toContain('Invalid input');
    const change = await get(json.current?.changeId);
    expect(change).toMatchObject({ outcome: 'refused', refusedLine: 1, partlyActive: true });
    expect(change.result).toContain('+hostname half-way');
    expect(change.reverse).toEqual(['hostname router1']);
    expect(device.lines()).not.toContain('hostname never');
    expect(device.state()?.saved).toBe('');
  });

  it('are of unknown outcome where the session drops, and are not sent again', async () => {
    const device = await devices.make('ios-6', {
      type: 'cisco-ios',
      behaviour: { diesAt: 'description dies' },
    });
    const config = ['interface Loopback0', ' description dies'];
    const { planHash } = await dryRun('ios-6', { config });
    const body = { config, dryRun: false, planHash };
    const { status, json } = await send<Problem>('ios-6', body);
    expect([status, json.code]).toEqual([502, 'change-outcome-unknown']);
    expect(await get(json.current?.changeId)).toMatchObject({
      outcome: 'interrupted',
      result: '',
    });
    expect((await send<Problem>('ios-6', body)).json.code).toBe('plan-changed');
    expect(device.lines().filter((line) => line.includes('description dies'))).toHaveLength(1);
  });

  it('wait for each other and are shown while they wait', async () => {
    const device = await devices.make('ios-7', { type: 'cisco-ios' });
    const { json: known } = await platform.as<DeviceAnswer>('apiread', 'GET', `${DEVICES}/ios-7`);
    const { planHash } = await dryRun('ios-7', { config: CONFIG });
    const locks = platform.app.get(DeviceLocksService, { strict: false });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let holding: Promise<void> | undefined;
    await new Promise<void>((isHeld) => {
      holding = locks.hold(known._id, { what: 'Something else', by: null }, () => {
        isHeld();
        return held;
      });
    });
    const pushes = [0, 1].map(() =>
      send<Problem>('ios-7', { config: CONFIG, dryRun: false, planHash }),
    );
    const shown = await eventually(
      async () => (await platform.as<DeviceAnswer>('apiread', 'GET', `${DEVICES}/ios-7`)).json,
      ({ waiting, lock }) => waiting.length === 2 && lock?.what === 'Something else',
    );
    expect(shown.waiting.map(({ what }) => what)).toEqual(['Push of a change', 'Push of a change']);
    expect(device.lines()).not.toContain('configure terminal');
    release();
    await holding;
    const statuses = (await Promise.all(pushes)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await changesOf('ios-7')).total).toBe(1);
  });

  it.each([
    ['cisco-xr', ['interface Loopback0', ' description changed']],
    ['arista-eos', ['interface Loopback0', ' description changed']],
    ['juniper-junos', ['set interfaces ge-0/0/0 description changed']],
  ])('are compared by %s itself', async (type, config) => {
    const device = await devices.make(type, { type });
    const shown = await dryRun(type, { config });
    expect(shown).toMatchObject({ by: 'device', predicted: true });
    expect(shown.diff).toMatch(/^\+ +description changed/m);
    expect(device.state()?.running ?? '').not.toContain('changed');
    const change = await push(type, { config });
    expect(change).toMatchObject({ outcome: 'done', by: 'device' });
    expect(device.state()?.running).toContain('description changed');
    const refused = await send<Problem>(type, {
      config: [...config, 'set bogus x'],
      dryRun: true,
    });
    expect([refused.status, refused.json.code]).toEqual([502, 'device-refused-change']);
    const restored = await push(type, { restore: { backupId: change.beforeBackupId } });
    expect(restored.restoredBackupId).toBe(change.beforeBackupId);
    expect(device.state()?.running).not.toContain('description changed');
  });

  it.each(['cisco-nx', 'linux-frr'])('restore a backup on %s', async (type) => {
    const name = `restore-${type}`;
    const device = await devices.make(name, { type });
    const config = [
      'interface Loopback0',
      ' description changed',
      'interface Loopback7',
      ' description new',
    ];
    const change = await push(name, { config });
    expect(device.state()?.running).toContain('Loopback7');
    const request = { restore: { backupId: change.beforeBackupId } };
    const shown = await dryRun(name, request);
    expect(shown.lines).toEqual([
      'no interface Loopback7',
      'interface Loopback0',
      ' description system',
      ' exit',
    ]);
    const restored = await push(name, request);
    expect(restored).toMatchObject({ outcome: 'done', restoredBackupId: change.beforeBackupId });
    expect(restored.afterBackupId).not.toBe(change.afterBackupId);
    const nothing = await dryRun(name, request);
    expect(nothing).toMatchObject({ diff: '', warnings: ['Nothing is to be changed'] });
    const { planHash } = nothing;
    const pushed = await send<Problem>(name, { ...request, dryRun: false, planHash });
    expect([pushed.status, pushed.json.code]).toEqual([409, 'nothing-to-change']);
  });

  it('send secrets of a backup for administrators alone', async () => {
    const device = await devices.make('ios-8', { type: 'cisco-ios' });
    const { beforeBackupId } = await push('ios-8', {
      config: ['no snmp-server community s3cret RO'],
    });
    const body = { restore: { backupId: beforeBackupId }, dryRun: true };
    const refused = await send<Problem>('ios-8', body);
    expect([refused.status, refused.json.code]).toEqual([403, 'secrets-need-admin']);
    const shown = await platform.as<ChangeDeviceAnswer>('admin', 'POST', path('ios-8'), { body });
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain(SECRET);
    const { planHash } = shown.json;
    const pushed = await platform.as<ChangeDeviceAnswer>('admin', 'POST', path('ios-8'), {
      body: { ...body, dryRun: false, planHash },
    });
    expect(pushed.text).not.toContain(SECRET);
    expect(device.state()?.running).toContain('snmp-server community s3cret RO');
  });

  it('are of those who may see the device, and made by those who may change it', async () => {
    await devices.make('guarded', { type: 'cisco-ios' });
    const change = await push('guarded', { config: ['hostname guarded'] });
    const users = platform.app.get(UserRecordsService, { strict: false });
    const readers = await users.ensureGroup({ provenance: 'local', name: 'readers' });
    const gbac = { read: [readers._id], write: [] };
    const patched = await platform.as('admin', 'PATCH', `${DEVICES}/guarded`, { body: { gbac } });
    expect(patched.status).toBe(200);
    const found = `/configuration_manager/changes/${change._id}`;
    const strangers = await Promise.all([
      platform.as('apiread', 'GET', found),
      platform.as('apiread', 'GET', path('guarded')),
      send('guarded', { config: CONFIG, dryRun: true }),
      platform.as('apiwrite', 'POST', `${DEVICES}/guarded/commands`, {
        body: { commands: ['show version'] },
      }),
    ]);
    expect(strangers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const roles = ['apiread', 'apiwrite'].map((name) => ({ provenance: 'platform', name }));
    const token = await aSignedInCaller(platform.app, { roles, groups: ['readers'] });
    expect((await platform.call('GET', found, { token })).status).toBe(200);
    const body = { config: CONFIG, dryRun: true };
    const refused = await platform.call('POST', path('guarded'), { token, body });
    expect(refused.status).toBe(403);
  });

  it('end with the time of the device', async () => {
    const timeouts = { timeouts: { sessionMs: 6000 } };
    await devices.make('hanging', { type: 'cisco-ios', behaviour: { hangs: true } }, timeouts);
    expect((await send('hanging', { config: CONFIG, dryRun: true })).status).toBe(504);
  });

  it('are told of where the server that pushed them ended', async () => {
    const device = await devices.make('orphan', { type: 'cisco-ios' });
    const change = await push('orphan', { config: ['hostname orphan'] });
    const connection = platform.app.get<Connection>(getConnectionToken(), { strict: false });
    const died = { outcome: 'running', finished: null, leaseUntil: new Date(0) };
    await connection
      .collection('device_changes')
      .updateOne({ _id: change._id as never }, { $set: died });
    const records = platform.app.get(ChangeRecordsService, { strict: false });
    await records.endInterrupted(new AbortController().signal);
    expect(await get(change._id)).toMatchObject({ outcome: 'interrupted' });
    const events = await platform.as('admin', 'GET', '/events?topic=deviceChangeInterrupted');
    expect(events.text).toContain(change._id);
    expect(device.lines().filter((line) => line === 'hostname orphan')).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['neither lines nor a backup', {}, '#'],
    ['both', { config: ['x'], restore: { backupId: 'x' } }, '#'],
    ['lines that are no text', { config: 3 }, '#/config'],
    ['a control character', { config: ['ok', 'x\u0003'] }, '#/config/1'],
    ['a word that leaves', { config: ['hostname x', 'end'] }, '#/config/1'],
    ['a word that leaves in a text', { config: 'hostname x\nreload' }, '#/config'],
    ['no dry-run said', { dryRun: undefined, config: ['x'] }, '#/dryRun'],
  ])('are refused with %s', async (_, body, pointer) => {
    const { status, json } = await send<Problem>('ios-refused', { dryRun: true, ...body });
    expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  it('are of devices that are there, and over SSH', async () => {
    const body = { config: CONFIG, dryRun: true };
    expect((await send('absent', body)).status).toBe(404);
    expect((await platform.as('apiread', 'GET', path('absent'))).status).toBe(404);
    expect(
      (await platform.as('apiread', 'GET', '/configuration_manager/changes/absent')).status,
    ).toBe(404);
    const adapter = { name: 'absent', device: 'x' };
    const made = { type: 'cisco-ios', adapter };
    const put = await platform.as('admin', 'PUT', `${DEVICES}/elsewhere`, { body: made });
    expect(put.status).toBe(200);
    const refused = await send<Problem>('elsewhere', body);
    expect([refused.status, refused.json.code]).toEqual([409, 'device-without-ssh']);
    const down = await devices.make('down', { type: 'cisco-ios' });
    await down.halt();
    const unreachable = await send<Problem>('down', body);
    expect([unreachable.status, unreachable.json.code]).toEqual([502, 'device-unreachable']);
  });
});
