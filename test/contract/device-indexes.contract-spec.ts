import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
import {
  BACKUP_RUN_MODEL,
  RUN_ITEM_MODEL,
} from '../../src/domains/backups/collecting/backup-run.schema.js';
import { BACKUP_RUN_LIST } from '../../src/domains/backups/collecting/collecting-lists.js';
import { BackupRunsRepository } from '../../src/domains/backups/collecting/backup-runs.repository.js';
import { CollectingModule } from '../../src/domains/backups/collecting/collecting.module.js';
import { CollectingTasks } from '../../src/domains/backups/collecting/collecting.tasks.js';
import { RunItemsRepository } from '../../src/domains/backups/collecting/run-items.repository.js';
import { DEVICE_MODEL } from '../../src/domains/devices/inventory/device.schema.js';
import { type DeviceFilter } from '../../src/domains/devices/inventory/device-list.js';
import { DeviceStatesRepository } from '../../src/domains/devices/inventory/device-states.repository.js';
import { DevicesRepository } from '../../src/domains/devices/inventory/devices.repository.js';
import { AuditTrailModule } from '../../src/platform/audit/audit-trail.module.js';
import { partOfList } from '../support/part-of-list.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { expectLean, explainReads, ofThePage } from '../support/explained.js';
import { aPrincipal } from '../support/factories/a-principal.js';
import { watched } from '../support/watch-commands.js';

@Module({ imports: [IdempotencyModule, AuditTrailModule, CollectingModule] })
class DeviceReads {}

const DEVICES = 10_000;
const NUMBERS = Array.from({ length: DEVICES }, (_, at) => at);
/** Every second device is everybody's, every tenth is of the group `few`. */
const readersOf = (at: number) => (at % 2 === 0 ? ['*'] : at % 10 === 1 ? ['few'] : ['others']);
const padded = (at: number) => String(at).padStart(5, '0');
const timeOf = (at: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000);
const countOf = (rule: (at: number) => boolean): number => NUMBERS.filter(rule).length;

const device = (at: number) => ({
  _id: `device-${padded(at)}`,
  name: `Router ${padded(at)}`,
  nameFolded: `router ${padded(at)}`,
  host: `host-${padded(at)}`,
  hostFolded: `host-${padded(at)}`,
  type: at % 100 === 0 ? 'juniper-junos' : 'cisco-ios',
  groups: [`Group ${String(at % 100)}`],
  groupsFolded: [`group ${String(at % 100)}`],
  gbac: { read: [], write: [] },
  readers: readersOf(at),
  staleSince: null,
  lastBackup: at % 5 === 0 ? null : { at: timeOf(at) },
  created: timeOf(0),
});
const item = (at: number) => ({
  _id: `item-${padded(at)}`,
  runId: `run-${String(at % 10)}`,
  deviceId: `device-${padded(at)}`,
  name: `Router ${padded(at)}`,
  readers: readersOf(at),
  state: at % 10 === 0 ? 'waiting' : 'succeeded',
  priority: 1,
  ...(at % 10 === 0 && { due: timeOf(at) }),
});
const run = (at: number) => ({ _id: `run-${padded(at)}`, created: timeOf(at) });

const ADMIN = aPrincipal('admin');
const MEMBER = aPrincipal('apiread', ['few']);

describe('the indexes of devices', () => {
  const database = testDatabase('device-indexes');
  let node: TestingModule;
  const fill = (model: string, make: (at: number) => object) =>
    node
      .get<Model<unknown>>(getModelToken(model), { strict: false })
      .collection.insertMany(NUMBERS.map(make));
  const get = <T>(type: new (...args: never[]) => T): T => node.get<T>(type, { strict: false });

  beforeAll(async () => {
    node = await startDomain({
      uri: watched(database.uri),
      module: DeviceReads,
      // Its own reads would stand between those that are explained.
      override: (builder) => builder.overrideProvider(CollectingTasks).useValue({}),
    });
    await fill(DEVICE_MODEL, device);
    await fill(RUN_ITEM_MODEL, item);
    await fill(BACKUP_RUN_MODEL, run);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const SEARCHES: readonly [string, Partial<DeviceFilter>, (at: number) => boolean][] = [
    ['the first page', {}, () => true],
    ['a part of names', { name: '33' }, (at) => padded(at).includes('33')],
    ['one name', { name: 'ROUTER 00012', exact: true }, (at) => at === 12],
    ['a part of hosts', { host: 'host-001' }, (at) => at >= 100 && at < 200],
    ['one type', { types: ['juniper-junos'] }, (at) => at % 100 === 0],
    ['one group', { groups: ['Group 7'] }, (at) => at % 100 === 7],
  ];
  const CALLERS = [
    ['administrators', ADMIN, () => true],
    ['a member of a group', MEMBER, (at: number) => at % 2 === 0 || at % 10 === 1],
  ] as const;
  const CASES = CALLERS.flatMap(([caller, who, seen]) =>
    SEARCHES.map(
      ([search, filter, rule]) => [`${search} for ${caller}`, filter, { who, seen, rule }] as const,
    ),
  );

  it.each(CASES)('carry the list: %s', async (_, filter, { who, seen, rule }) => {
    const query = {
      filter: { exact: false, ...filter },
      ...({ sort: 'name', order: -1, skip: 5, limit: 25 } as const),
    };
    const { result, reads } = await explainReads(node, () =>
      get(DevicesRepository).list(query, who),
    );
    expect(result.total).toBe(countOf((at) => seen(at) && rule(at)));
    // What a search finds is looked at as far as groups of access or of devices are compared.
    const isSearch = Object.keys(filter).length > 0;
    expectLean(reads, (read) => (isSearch ? countOf(rule) : ofThePage(read)));
  });

  it.each(['name', 'type'] as const)(
    'carry the list by %s on from a page far down',
    async (sort) => {
      const list = (skip: number) =>
        get(DevicesRepository).list(
          { filter: { exact: false }, sort, order: 1, skip, limit: 25 },
          ADMIN,
        );
      await list(4000);
      const { reads } = await explainReads(node, () => list(4025));
      for (const { keysExamined } of reads) expect(keysExamined).toBeLessThanOrEqual(100);
    },
  );

  it.each<[string, () => Promise<unknown>, number]>([
    [
      'the devices of a run',
      () => get(RunItemsRepository).list('run-3', { skip: 10, limit: 25 }, ADMIN),
      35,
    ],
    ['whether a run goes on', () => get(RunItemsRepository).hasOpen('run-0'), 1],
    [
      'the latest runs',
      () => get(BackupRunsRepository).list(partOfList(BACKUP_RUN_LIST, { skip: 10 })),
      35,
    ],
    [
      'devices by their names',
      () => get(DevicesRepository).findNamed(['Router 00012', 'ROUTER 00013', 'none']),
      2,
    ],
    [
      'stale devices',
      () =>
        get(DeviceStatesRepository).findStale(
          { all: true, names: [], groups: [], types: [] },
          timeOf(500),
          10,
        ),
      10,
    ],
  ])('carry %s', async (_, look, most) => {
    const { reads } = await explainReads(node, look);
    expectLean(reads, () => most);
  });
});
