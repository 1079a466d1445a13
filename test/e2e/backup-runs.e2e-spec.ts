import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import {
  type BackupRunAnswer,
  type ListBackupRunsAnswer,
} from '../../src/domains/backups/collecting/collecting.dto.js';
import {
  BACKUP_RUN_MODEL,
  RUN_ITEM_MODEL,
} from '../../src/domains/backups/collecting/backup-run.schema.js';
import { type BackupRun, type RunItem } from '../../src/domains/backups/collecting/backup-run.js';
import { BackupRunsService } from '../../src/domains/backups/collecting/backup-runs.service.js';
import { BackupWorkerService } from '../../src/domains/backups/collecting/backup-worker.service.js';
import { type DeviceAnswer } from '../../src/domains/devices/inventory/device-answers.dto.js';
import { EventLogRepository } from '../../src/platform/events/event-log.repository.js';
import { isEvent, toPlatformEvent } from '../../src/platform/events/stored-event.js';
import { addDevice, outcomesOf, pathOf, takeBackups } from '../support/devices-app.js';
import { eventually } from '../support/eventually.js';
import { type FakeDevice } from '../support/fake-device.js';
import { startDevice } from '../support/served-device.js';
import { TwoNodes } from '../support/two-nodes.js';

const RUNS = '/configuration_manager/backup-runs';

describe('backups of devices', () => {
  const nodes = new TwoNodes('backup-runs', {
    OUTBOUND_ALLOW: '127.0.0.1',
    SESSION_MINUTES: '43200',
    DEVICE_BACKUPS_AT_ONCE: '3',
    DEVICE_BACKUP_WAIT_SECONDS: '25',
    DEVICE_BACKUP_TIMEOUT_SECONDS: '20',
    DEVICE_OUTPUT_LIMIT_BYTES: '1000000',
  });
  let router: FakeDevice;
  let other: FakeDevice;

  const device = async (name: string) =>
    (await nodes.node.as<DeviceAnswer>('apiread', 'GET', pathOf(name))).json;
  const take = async (...devices: readonly string[]) => {
    const { status, json } = await takeBackups(nodes.node, { devices });
    expect(status).toBe(200);
    return json;
  };
  const follow = (id: string, query = '', node = nodes.node) =>
    node.as<BackupRunAnswer>('apiread', 'GET', `${RUNS}/${id}?limit=2000&${query}`);
  const items = () =>
    nodes.node.app.get<Model<RunItem>>(getModelToken(RUN_ITEM_MODEL), { strict: false });
  /** What waits for a retry is due once time goes by, at the database. */
  const passTime = (ms: number) =>
    items().collection.updateMany({ state: 'waiting', due: { $exists: true } }, [
      { $set: { due: { $subtract: ['$due', ms] } } },
    ]);
  const completed = async (id: string) =>
    (
      await eventually(
        async () => {
          await passTime(1000);
          return follow(id);
        },
        ({ json }) => json.status === 'complete',
      )
    ).json;
  const events = async (topic: string, name: string) =>
    (await nodes.node.app.get(EventLogRepository, { strict: false }).after(0, 10_000))
      .filter(isEvent)
      .map(toPlatformEvent)
      .filter((event) => event.topic === topic)
      .map(({ payload }) => payload)
      .filter((payload) => payload['name'] === name);

  beforeAll(async () => {
    [router, other] = await Promise.all([
      startDevice({ type: 'cisco-ios', hostname: 'router1' }),
      startDevice({ type: 'arista-eos', hostname: 'switch1' }),
    ]);
    await nodes.start();
    await addDevice(nodes.node, 'router', router);
    await addDevice(nodes.node, 'switch', other, { groups: ['both'] });
    // Their keys are pinned from here on, and there is something to compare with.
    await take('router', 'switch');
  });
  afterAll(async () => {
    await nodes.close();
    await Promise.all([router.close(), other.close()]);
  });

  it('are taken, found unchanged, and new after a change', async () => {
    await addDevice(nodes.node, 'router unseen', router);
    await addDevice(nodes.node, 'switch unseen', other);
    const first = await take('router unseen', 'Switch Unseen', 'Nowhere');
    expect(outcomesOf(first)).toEqual([
      'Nowhere failed not-found',
      'router unseen succeeded new',
      'switch unseen succeeded new',
    ]);
    const [nowhere, taken] = first.devices;
    // It was over from the start.
    expect(nowhere).toMatchObject({ attempts: 0, started: null });
    expect(taken).toMatchObject({ attempts: 1, started: expect.any(String) as string });
    expect(first).toMatchObject({
      status: 'complete',
      counts: { succeeded: 2, failed: 1, new: 2 },
    });
    const before = await device('router unseen');
    expect(before).toMatchObject({
      lastError: null,
      stale: false,
      hostKey: { mode: 'first-use', pinned: router.hostKey },
      lastBackup: { outcome: 'new' },
    });
    expect(outcomesOf(await take('router unseen'))).toEqual(['router unseen succeeded unchanged']);
    expect((await device('router unseen')).lastBackup).toMatchObject({
      id: before.lastBackup?.id,
      outcome: 'unchanged',
    });
    router.setConfiguration('hostname router1\nbanner changed\n');
    const changed = await take('router unseen');
    expect(outcomesOf(changed)).toEqual(['router unseen succeeded new']);
    expect(await events('deviceConfigurationChanged', 'router unseen')).toEqual([
      expect.objectContaining({
        name: 'router unseen',
        backup: changed.devices[0]?.backupId,
        previous: before.lastBackup?.id,
      }),
    ]);
  });

  it('go on when one device fails, and say why it did', async () => {
    await addDevice(nodes.node, 'stranger', router, { username: 'nobody-of-that-name' });
    const run = await take('router', 'stranger', 'switch');
    expect(outcomesOf(run)).toEqual([
      expect.stringMatching(/^router succeeded/),
      'stranger failed device-authentication-failed',
      expect.stringMatching(/^switch succeeded/),
    ]);
    expect((await device('stranger')).lastError?.code).toBe('device-authentication-failed');
    const [told] = await events('deviceBackupFailed', 'stranger');
    expect(told).toMatchObject({ name: 'stranger', code: 'device-authentication-failed' });
  });

  it('do not trust another host key, and pin it when they are told to', async () => {
    const key = other.hostKey;
    await other.halt();
    other.newHostKey();
    await other.run();
    const run = await take('router', 'switch');
    expect(outcomesOf(run)).toEqual([
      expect.stringMatching(/^router succeeded/),
      'switch failed host-key-changed',
    ]);
    await take('switch');
    expect(await events('deviceHostKeyChanged', 'switch')).toHaveLength(1);
    const check = (pin: boolean) =>
      nodes.node.as('admin', 'POST', `${pathOf('switch')}/check`, { body: { pin } });
    expect((await check(false)).json).toMatchObject({
      passed: false,
      hostKey: other.hostKey,
      isPinned: false,
      code: 'host-key-changed',
    });
    expect((await device('switch')).hostKey.pinned).toBe(key);
    expect((await check(true)).json).toMatchObject({
      passed: true,
      hostKey: other.hostKey,
      isPinned: true,
      code: null,
    });
    expect(outcomesOf(await take('switch'))).toEqual(['switch succeeded unchanged']);
  });

  it.concurrent.each([
    ['dropped', { droppedAfterLines: 2 }, 'device-dialog-failed'],
    ['garbled', { garbled: true }, 'device-dialog-failed'],
    ['endless', { endless: true }, 'device-answer-too-large'],
  ] as const)('fail within bounds with a device that is %s', async (what, behaviour, code) => {
    const name = `router that is ${what}`;
    const faulty = await startDevice({ type: 'cisco-ios', hostname: 'router1' });
    try {
      await addDevice(nodes.node, name, faulty);
      expect(outcomesOf(await take(name))).toEqual([`${name} succeeded new`]);
      const before = (await device(name)).lastBackup;
      faulty.behave({ behaviour });
      const limit = { body: { timeouts: { sessionMs: 4000 } } };
      expect((await nodes.node.as('admin', 'PATCH', pathOf(name), limit)).status).toBe(200);
      const { json } = await takeBackups(nodes.node, { devices: [name] }, LATER);
      const run = await completed(json._id);
      expect(outcomesOf(run)).toEqual([`${name} failed ${code}`]);
      expect((await device(name)).lastBackup).toEqual(before);
    } finally {
      await faulty.close();
    }
  });

  it('of many devices are followed, and shared by both nodes', async () => {
    const names = Array.from({ length: 24 }, (_, at) => `many ${String(at).padStart(2, '0')}`);
    for (const name of names) await addDevice(nodes.node, name, router, { groups: ['many'] });
    const { status, headers, json } = await takeBackups(nodes.node, { groups: ['many'] });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`${RUNS}/${json._id}`);
    const run = await completed(json._id);
    expect(run.counts).toMatchObject({ succeeded: 24, new: 24, waiting: 0, working: 0, failed: 0 });
    expect(run.devices.map(({ device: name, attempts }) => [name, attempts])).toEqual(
      names.map((name) => [name, 1]),
    );
    expect((await follow(json._id, 'status=failed')).json.devices).toEqual([]);
    const { json: list } = await nodes.otherNode.as<ListBackupRunsAnswer>('apiread', 'GET', RUNS);
    expect(list.list.map(({ _id }) => _id)).toContain(json._id);
    expect((await follow('absent')).status).toBe(404);
  });

  it('are taken over from a node that has died', async () => {
    router.behave({ behaviour: { hangs: true } });
    const { json } = await takeBackups(nodes.node, { devices: ['router'] }, LATER);
    await eventually(
      () => items().findOne({ runId: json._id }).lean<RunItem>(),
      (item) => item?.state === 'working',
    );
    // As if its node had died: it is held by nobody who renews it.
    await items().updateOne({ runId: json._id }, { $set: { holder: 'a node that died' } });
    router.behave({ behaviour: {} });
    // A node whose clock is ahead takes nothing from one that lives.
    nodes.clock.advance({ minutes: 10 });
    await nodes.node.app.get(BackupWorkerService, { strict: false }).fill();
    expect(await items().findOne({ runId: json._id }).lean()).toMatchObject({ attempts: 1 });
    await items().updateOne({ runId: json._id }, { $set: { due: new Date() } });
    expect(outcomesOf(await completed(json._id))).toEqual([
      expect.stringMatching(/^router succeeded/),
    ]);
  });

  it('are over, though the node that ended the last device died before it could say so', async () => {
    const { _id } = await take('router');
    const runs = nodes.node.app.get<Model<BackupRun>>(getModelToken(BACKUP_RUN_MODEL), {
      strict: false,
    });
    await runs.updateOne({ _id }, { $set: { finished: null } });
    expect((await follow(_id)).json.finished).toBeNull();
    await nodes.node.app.get(BackupRunsService, { strict: false }).finishDone();
    expect((await follow(_id)).json.finished).not.toBeNull();
  });

  it.each([
    [{}, '#/devices'],
    [{ devices: [] }, '#/devices'],
    [{ types: ['toaster'] }, '#/types/0'],
  ])('are not taken of %j', async (body, pointer) => {
    const { status, json } = await nodes.node.as<{ errors: { pointer: string }[] }>(
      'apiwrite',
      'POST',
      '/configuration_manager/devices/backups',
      { body },
    );
    expect(status).toBe(400);
    expect(json.errors[0]?.pointer).toBe(pointer);
  });
});

const LATER = { headers: { prefer: 'respond-async' } };
