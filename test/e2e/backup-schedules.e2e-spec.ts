import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_ITEM_MODEL } from '../../src/domains/backups/collecting/backup-run.schema.js';
import { type RunItem } from '../../src/domains/backups/collecting/backup-run.js';
import {
  type BackupRunAnswer,
  type ListBackupRunsAnswer,
} from '../../src/domains/backups/collecting/collecting.dto.js';
import {
  type BackupScheduleShown,
  type ListBackupSchedulesAnswer,
} from '../../src/domains/backups/collecting/schedules.dto.js';
import { StaleDevicesService } from '../../src/domains/backups/collecting/stale-devices.service.js';
import {
  type DeviceAnswer,
  type ListDevicesAnswer,
} from '../../src/domains/devices/inventory/device-answers.dto.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { EventLogRepository } from '../../src/platform/events/event-log.repository.js';
import { isEvent, toPlatformEvent } from '../../src/platform/events/stored-event.js';
import { outcomesOf, pathOf, takeBackups } from '../support/devices-app.js';
import { eventually } from '../support/eventually.js';
import { startOrchestrator } from '../support/fakes/orchestrator.js';
import { type CallOptions } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

const SCHEDULES = '/configuration_manager/schedules';
const RUNS = '/configuration_manager/backup-runs';
/** Nobody listens there. */
const CLOSED = { host: '127.0.0.1', port: 1, username: 'x', password: 'x', type: 'linux-frr' };
const HOURLY = { cron: '0 * * * *', devices: ['Scheduled'] };

interface Refused {
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('schedules of backups', () => {
  const nodes = new TwoNodes('backup-schedules', {
    OUTBOUND_ALLOW: '127.0.0.1',
    SESSION_MINUTES: '43200',
  });
  const call = <T>(method: string, path: string, options: CallOptions = {}) =>
    nodes.node.as<T>('apiwrite', method, path, options);
  const read = <T>(path: string, options: CallOptions = {}) =>
    nodes.node.as<T>('apiread', 'GET', path, options);
  const create = (fields: object) =>
    call<BackupScheduleShown>('POST', SCHEDULES, { body: { name: 'Hourly', ...fields } });
  const runsOf = async (schedule: string) => {
    const { json } = await read<ListBackupRunsAnswer>(`${RUNS}?limit=1000`);
    return json.list.filter((run) => run.schedule === schedule);
  };
  const events = async (topic: string) =>
    (await nodes.node.app.get(EventLogRepository, { strict: false }).after(0, 10_000))
      .filter(isEvent)
      .map(toPlatformEvent)
      .filter((event) => event.topic === topic)
      .map(({ payload }) => payload);

  const addClosed = (name: string) => call('PUT', pathOf(name), { body: CLOSED });
  const nextHour = () => {
    const time = new Date(nodes.clock.now());
    time.setUTCHours(time.getUTCHours() + 1, 0, 0, 0);
    return time.toISOString();
  };
  /** Devices that an orchestrator knows as `ce0`, and not at all. */
  const addOrchestrated = async (adapter: string, known: string, unknown: string) => {
    const device = [{ name: 'ce0', config: { 'tailf-ned-cisco-ios:hostname': 'ce0' } }];
    const data = { 'tailf-ncs:devices': { device } };
    const orchestrator = await startOrchestrator({ data });
    const body = {
      name: adapter,
      type: 'restconf',
      baseUrl: orchestrator.url,
      auth: { type: 'none' },
    };
    expect((await nodes.node.as('admin', 'POST', '/adapters', { body })).status).toBe(200);
    for (const [name, there] of [
      [known, 'ce0'],
      [unknown, 'no such/device'],
    ] as const) {
      const place = { type: 'cisco-ios', adapter: { name: adapter, device: there } };
      await nodes.node.as('admin', 'PUT', pathOf(name), { body: place });
    }
    return orchestrator;
  };

  beforeAll(async () => {
    await nodes.start();
    await addClosed('Scheduled');
  });
  afterAll(() => nodes.close());

  it('are made, shown, replaced and deleted', async () => {
    const { status, json: made } = await create({ ...HOURLY, name: 'Made' });
    expect(status).toBe(200);
    expect(made).toMatchObject({
      name: 'Made',
      description: '',
      enabled: true,
      cron: '0 * * * *',
      timeZone: 'UTC',
      everyMinutes: null,
      devices: ['Scheduled'],
      groups: [],
      types: [],
      all: false,
      jitterSeconds: null,
      nextRun: nextHour(),
    });
    const path = `${SCHEDULES}/${made._id}`;
    const known = (await read(path)).headers.get('etag') ?? '';
    expect((await read(path, { headers: { 'if-none-match': known } })).status).toBe(304);
    expect((await create({ ...HOURLY, name: 'MADE' })).status).toBe(409);
    const body = { name: 'Made', everyMinutes: 30, types: ['junos'], enabled: false };
    const stale = { 'if-match': '"9"' };
    expect((await call('PUT', path, { body, headers: stale })).status).toBe(412);
    const { json: replaced } = await call<BackupScheduleShown>('PUT', path, { body });
    expect(replaced).toMatchObject({
      cron: null,
      timeZone: null,
      everyMinutes: 30,
      types: ['juniper-junos'],
      devices: [],
      enabled: false,
      nextRun: null,
    });
    const another = await create({ ...HOURLY, name: 'Another', enabled: false });
    const taken = { body: { ...body, name: 'Another' } };
    expect((await call('PUT', path, taken)).status).toBe(409);
    const { json: list } = await read<ListBackupSchedulesAnswer>(SCHEDULES);
    expect(list.list.map(({ name }) => name)).toEqual(['Another', 'Made']);
    expect((await call('DELETE', path, { headers: stale })).status).toBe(412);
    expect((await call('DELETE', path)).status).toBe(200);
    await call('DELETE', `${SCHEDULES}/${another.json._id}`);
    for (const method of ['DELETE', 'PUT'])
      expect((await call(method, path, method === 'PUT' ? { body } : {})).status).toBe(404);
    expect((await read(path)).status).toBe(404);
  });

  it.each([
    [{ cron: '* * *' }, '#/cron', 'must be a cron expression of five or six fields'],
    [{ cron: '0 0 30 2 *' }, '#/cron', 'is a cron expression that never comes round'],
    [{ cron: undefined }, '#/cron', 'or everyMinutes is required'],
    [{ everyMinutes: 5 }, '#/cron', 'must not stand beside everyMinutes'],
    [{ timeZone: 'Mars/Base' }, '#/timeZone', 'must be a time zone such as Europe/Berlin'],
    [{ devices: [] }, '#/devices', 'or groups, types or all must say which devices'],
  ])('are refused with a pointer: %j', async (fields, pointer, detail) => {
    const { status, json } = await call<Refused>('POST', SCHEDULES, {
      body: { name: 'Refused', ...HOURLY, ...fields },
    });
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ pointer, detail }]);
  });

  it('come round once on two nodes, and make up what was missed by one run', async () => {
    const { json: made } = await create({ ...HOURLY, name: 'Round', jitterSeconds: 0 });
    // Five hours in which nobody was there.
    nodes.clock.advance({ minutes: 5 * 60 + 1 });
    await eventually(
      async () => (await read<BackupScheduleShown>(`${SCHEDULES}/${made._id}`)).json,
      ({ lastRun }) => lastRun !== null,
    );
    const [run] = await eventually(
      async () => {
        nodes.clock.advance({ ms: 100 });
        return runsOf(made._id);
      },
      ([one]) => one?.status === 'complete',
    );
    expect(await runsOf(made._id)).toHaveLength(1);
    const { json } = await read<BackupRunAnswer>(`${RUNS}/${run?._id ?? ''}`);
    expect(outcomesOf(json)).toEqual(['Scheduled failed device-unreachable']);
    expect(json.devices[0]?.attempts).toBe(3);
    const { json: shown } = await read<BackupScheduleShown>(`${SCHEDULES}/${made._id}`);
    expect(shown).toMatchObject({
      lastRun: { at: made.nextRun, run: run?._id, skipped: false },
      nextRun: nextHour(),
    });
    const again = { body: { ...HOURLY, name: 'Round' } };
    const kept = await call<BackupScheduleShown>('PUT', `${SCHEDULES}/${made._id}`, again);
    expect(kept.json.lastRun).toEqual(shown.lastRun);
    expect((await read<ListBackupSchedulesAnswer>(SCHEDULES)).json.list[0]).toEqual(kept.json);
    await call('DELETE', `${SCHEDULES}/${made._id}`);
  });

  it('spread the devices of a run over their jitter', async () => {
    const devices = ['Spread 1', 'Spread 2', 'Spread 3', 'Spread 4'];
    for (const name of devices) await addClosed(name);
    const fields = { ...HOURLY, devices, name: 'Spread', jitterSeconds: 3600 };
    const { json: made } = await create(fields);
    nodes.clock.advance({ minutes: 61 });
    const [run] = await eventually(
      () => runsOf(made._id),
      ([one]) => (one?.counts.waiting ?? 0) >= devices.length - 1,
    );
    const model = getModelToken(RUN_ITEM_MODEL);
    const items = nodes.node.app.get<Model<RunItem>>(model, { strict: false });
    const latest = await items
      .findOne({ runId: run?._id ?? '' })
      .sort({ due: -1 })
      .lean<RunItem>();
    const restMs = (latest?.due?.getTime() ?? 0) - Date.now();
    expect(restMs).toBeGreaterThan(60_000);
    expect(restMs).toBeLessThan(3_600_000);
    await call('DELETE', `${SCHEDULES}/${made._id}`);
  });

  it('tell once of a device that has had no backup for too long', async () => {
    const stale = nodes.node.app.get(StaleDevicesService, { strict: false });
    const look = () => stale.run(new AbortController().signal);
    const names = ['Never taken', 'Never either'];
    const told = async () =>
      (await events('deviceBackupStale'))
        .filter(({ name }) => names.includes(name as string))
        .map(({ name, lastBackup }) => [name, lastBackup]);
    for (const name of names) await addClosed(name);
    await look();
    expect(await told()).toEqual([]);
    nodes.clock.advance({ minutes: 8 * 24 * 60 });
    await look();
    await look();
    expect((await told()).toSorted()).toEqual([
      ['Never either', null],
      ['Never taken', null],
    ]);
    const { json } = await read<DeviceAnswer>(pathOf('Never taken'));
    expect(json.stale).toBe(true);
  });

  it('show of a run what the reader may see', async () => {
    const group = await nodes.node.app
      .get(UserRecordsService, { strict: false })
      .ensureGroup({ provenance: 'local', name: 'few' });
    const gbac = { read: [group._id], write: [] };
    const body = { ...CLOSED, gbac, groups: ['seen'] };
    await nodes.node.as('admin', 'PUT', pathOf('Hidden'), { body });
    await call('PUT', pathOf('Unscheduled'), { body: { ...CLOSED, groups: ['seen'] } });
    const later = { headers: { prefer: 'respond-async' } };
    const all = await takeBackups(nodes.node, { groups: ['seen'] }, later);
    expect([all.status, all.json.total]).toEqual([202, 2]);
    const { json } = await read<BackupRunAnswer>(`${RUNS}/${all.json._id}`);
    expect([json.total, json.devices.map(({ device }) => device)]).toEqual([1, ['Unscheduled']]);
    const own = await call<BackupRunAnswer>('POST', '/configuration_manager/devices/backups', {
      body: { devices: ['Hidden'] },
      ...later,
    });
    expect(outcomesOf(own.json)).toEqual(['Hidden failed not-found']);
    // Who may see it from now on sees it in runs of before, too.
    await nodes.node.as('admin', 'PATCH', pathOf('Hidden'), { body: { gbac: null } });
    expect((await read<BackupRunAnswer>(`${RUNS}/${all.json._id}`)).json.total).toBe(2);
  });

  it('read configurations through an orchestrator', async () => {
    const orchestrator = await addOrchestrated('NSO', 'Orchestrated', 'Unknown there');
    const { status, json } = await takeBackups(nodes.node, {
      devices: ['Orchestrated', 'Unknown there'],
    });
    expect(status).toBe(200);
    expect(outcomesOf(json)).toEqual([
      'Orchestrated succeeded new',
      'Unknown there failed device-unknown-to-adapter',
    ]);
    expect(orchestrator.requests.map(({ target }) => target)).toContain(
      '/restconf/data/tailf-ncs:devices/device=no%20such%2Fdevice/config',
    );
    await orchestrator.close();
  });

  it('leave their traces at the devices', async () => {
    const nowhere = { type: 'cisco-ios', adapter: { name: 'no such adapter', device: 'ce0' } };
    await nodes.node.as('admin', 'PUT', pathOf('Nowhere'), { body: nowhere });
    await takeBackups(nodes.node, { devices: ['Nowhere'] });
    expect((await read(pathOf('Nowhere'))).json).toMatchObject({
      lastSuccess: null,
      lastError: { code: 'not-found' },
    });
    const jump = { host: '127.0.0.1', port: 1, username: 'hop', password: 'x' };
    const through = { ...CLOSED, jump };
    await call('PUT', pathOf('Traces'), { body: through });
    const check = await call('POST', `${pathOf('Scheduled')}/check`, { body: {} });
    expect(check.json).toMatchObject({
      passed: false,
      hostKey: null,
      isPinned: false,
      code: 'device-unreachable',
    });
    expect((await call('POST', `${pathOf('absent')}/check`, { body: {} })).status).toBe(404);
    const orchestrator = await addOrchestrated('Traced NSO', 'Traced', 'Traced nowhere');
    await takeBackups(nodes.node, { devices: ['Traced'] });
    await orchestrator.close();
    const failed = { lastError: { code: 'device-unreachable' }, lastBackup: null, adapter: null };
    const taken = {
      lastError: null,
      lastBackup: { outcome: 'new' },
      adapter: { name: 'Traced NSO' },
    };
    const place = { type: 'cisco-ios', adapter: { name: 'Traced NSO', device: 'ce0' } };
    for (const [name, expected, body] of [
      ['Scheduled', failed, CLOSED],
      ['Traced', taken, place],
    ] as const) {
      expect((await read(pathOf(name))).json).toMatchObject(expected);
      expect((await call('PUT', pathOf(name), { body })).json).toMatchObject(expected);
      expect((await call('PATCH', pathOf(name), { body: {} })).json).toMatchObject(expected);
    }
    const jumped = await call<DeviceAnswer>('PATCH', pathOf('Traces'), { body: { groups: [] } });
    expect(jumped.json.jump).toMatchObject({ host: '127.0.0.1', password: '<PASSWORD>' });
    const list = { body: { options: { limit: 100 } } };
    const { json } = await nodes.node.as<ListDevicesAnswer>(
      'apiread',
      'POST',
      '/configuration_manager/devices',
      list,
    );
    expect(json.list.find(({ name }) => name === 'Scheduled')).toMatchObject(failed);
    expect(json.list.find(({ name }) => name === 'Traced')).toMatchObject(taken);
  });
});
