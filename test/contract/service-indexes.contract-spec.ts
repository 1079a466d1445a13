import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
import { AdapterHealthTasks } from '../../src/domains/adapters/health/adapter-health.tasks.js';
import { ServiceChangeItemsRepository } from '../../src/domains/service-management/changes/service-change-items.repository.js';
import {
  SERVICE_CHANGE_ITEM_MODEL,
  SERVICE_CHANGE_MODEL,
} from '../../src/domains/service-management/changes/service-change.schema.js';
import { SERVICE_CHANGE_LIST } from '../../src/domains/service-management/changes/service-change-list.js';
import { ServiceChangesRepository } from '../../src/domains/service-management/changes/service-changes.repository.js';
import { SERVICE_INSTANCE_MODEL } from '../../src/domains/service-management/stored/service-instance.schema.js';
import { SERVICE_INSTANCE_LIST } from '../../src/domains/service-management/instances/service-instance-list.js';
import { ServiceInstancesRepository } from '../../src/domains/service-management/stored/service-instances.repository.js';
import { SaveQueueService } from '../../src/domains/service-management/saving/save-queue.service.js';
import { ServiceManagementModule } from '../../src/domains/service-management/service-management.module.js';
import { AuditTrailModule } from '../../src/platform/audit/audit-trail.module.js';
import { partOfList } from '../support/part-of-list.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { expectLean, explainReads } from '../support/explained.js';
import { watched } from '../support/watch-commands.js';

@Module({ imports: [IdempotencyModule, AuditTrailModule, ServiceManagementModule] })
class ServiceReads {}

const DOCUMENTS = 10_000;
const NUMBERS = Array.from({ length: DOCUMENTS }, (_, at) => at);
const padded = (at: number) => String(at).padStart(5, '0');
const timeOf = (at: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000);
const change = (at: number) => ({
  _id: `change-${padded(at)}`,
  kind: at % 10 === 0 ? 'delete' : 'save',
  state: 'finished',
  created: timeOf(at),
  leaseUntil: timeOf(at),
});
const item = (at: number) => ({
  _id: `item-${padded(at)}`,
  changeId: `change-${padded(at % 100)}`,
  position: Math.floor(at / 100),
  outcome: 'succeeded',
});
const instance = (at: number) => ({
  _id: `instance-${padded(at)}`,
  adapterId: 'a',
  adapterName: at % 50 === 0 ? 'rare' : 'usual',
  xpath: `/m:L=${padded(at)}`,
  xpathFolded: `/m:l=${padded(at)}`,
});

describe('lists of service management go by their indexes', () => {
  const database = testDatabase('service-indexes');
  let domain: TestingModule;
  const collection = (name: string) =>
    domain.get<Model<unknown>>(getModelToken(name), { strict: false }).collection;

  beforeAll(async () => {
    domain = await startDomain({
      uri: watched(database.uri),
      module: ServiceReads,
      override: (builder) =>
        builder
          .overrideProvider(AdapterHealthTasks)
          .useValue({})
          .overrideProvider(SaveQueueService)
          .useValue({}),
    });
    await collection(SERVICE_CHANGE_MODEL).insertMany(NUMBERS.map(change) as never);
    await collection(SERVICE_CHANGE_ITEM_MODEL).insertMany(NUMBERS.map(item) as never);
    await collection(SERVICE_INSTANCE_MODEL).insertMany(NUMBERS.map(instance) as never);
  });
  afterAll(async () => {
    await domain.close();
    await database.drop();
  });

  const get = <T>(type: new (...args: never[]) => T): T => domain.get<T>(type, { strict: false });

  it.each([
    ['all', {}, DOCUMENTS],
    ['those of one kind', { kind: 'delete' }, DOCUMENTS / 10],
  ] as const)('changes: %s', async (_, query, total) => {
    const { result, reads } = await explainReads(domain, () =>
      get(ServiceChangesRepository).list(partOfList(SERVICE_CHANGE_LIST, { ...query, skip: 50 })),
    );
    expect(result.total).toBe(total);
    expect(result.items).toHaveLength(25);
    expectLean(reads);
  });

  it('items of a change in their order, and how many came to what', async () => {
    const items = get(ServiceChangeItemsRepository);
    const page = { skip: 10, limit: 20 };
    const listed = await explainReads(domain, () => items.list('change-00007', page));
    expect(listed.result.map(({ position }) => position)[0]).toBe(10);
    expectLean(listed.reads);
    const counted = await explainReads(domain, () => items.count('change-00007'));
    expect(counted.result.succeeded).toBe(100);
    expectLean(counted.reads);
  });

  it.each([
    ['the first page', {}, DOCUMENTS],
    ['one path', { equals: '/m:L=00011' }, 1],
    ['the beginning of paths', { startsWith: '/M:L=001' }, 100],
    ['a part of paths', { contains: '0033' }, 11],
    ['those of an adapter', { adapter: 'rare' }, DOCUMENTS / 50],
  ] as const)('instances: %s', async (_, asked, total) => {
    const { result, reads } = await explainReads(domain, () =>
      get(ServiceInstancesRepository).list(partOfList(SERVICE_INSTANCE_LIST, asked)),
    );
    expect(result.total).toBe(total);
    expectLean(reads);
  });
});
