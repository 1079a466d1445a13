import { AS_PLATFORM } from './access/adapter-access.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection, type Model } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { type ExplainedRead, explainReads } from '../../../test/support/explained.js';
import { FakeSystem } from '../../../test/support/fakes/fake-system.js';
import { partOfList } from '../../../test/support/part-of-list.js';
import { watched } from '../../../test/support/watch-commands.js';
import { IdempotencyModule } from '../../api/idempotency/idempotency.module.js';
import { type Principal } from '../../kernel/principal.js';
import { AdapterCallerService } from './calls/adapter-caller.service.js';
import { NamedLocks } from '../../platform/database/named-locks.js';
import { AdaptersModule } from './adapters.module.js';
import { AdapterHealthService } from './health/adapter-health.service.js';
import { AdapterHealthTasks } from './health/adapter-health.tasks.js';
import { ADAPTER_MODEL } from './records/adapter.schema.js';
import { ADAPTER_LIST } from './records/adapter-lists.js';
import { AdaptersRepository } from './records/adapters.repository.js';
import { AdaptersService } from './records/adapters.service.js';

/** Its controllers take keys of idempotency, whose module is the application's. */
@Module({ imports: [IdempotencyModule, AdaptersModule] })
class AdaptersDomain {}

const DOCUMENTS = 2000;
const ADA: Principal = { id: 'ada', username: 'ada', roles: [] } as unknown as Principal;
const nameOf = (at: number) => `name-${String(at).padStart(4, '0')}`;

function record(at: number): object {
  return {
    _id: `id-${String(at)}`,
    name: nameOf(at).toUpperCase(),
    nameFolded: nameOf(at),
    type: 'restconf',
    enabled: at % 100 === 1,
    ...(at % 100 === 1 ? { probeDue: new Date(0) } : {}),
  };
}

/** Pages look at what they skip and show, counts at keys alone; nothing is sorted in memory. */
function expectLean(reads: readonly ExplainedRead[]): void {
  for (const { kind, skip, docsExamined, returned, stages } of reads) {
    expect(docsExamined).toBeLessThanOrEqual(kind === 'count' ? 1 : skip + returned + 1);
    expect(stages).not.toContain('COLLSCAN');
    expect(stages).not.toContain('SORT');
  }
}

describe('adapters in the database', () => {
  const database = testDatabase('adapters');
  let node: TestingModule;
  let other: TestingModule;
  const start = () =>
    startDomain({
      uri: watched(database.uri),
      module: AdaptersDomain,
      // Tests say themselves when systems are looked at.
      override: (builder) => builder.overrideProvider(AdapterHealthTasks).useValue({}),
    });
  const adapters = (one = node) => one.get(AdaptersService, { strict: false });

  beforeAll(async () => {
    node = await start();
    other = await start();
  });
  afterAll(async () => {
    await node.close();
    await other.close();
    await database.drop();
  });

  describe('in great numbers', () => {
    const collection = () =>
      node.get<Model<unknown>>(getModelToken(ADAPTER_MODEL), { strict: false }).collection;
    const repository = () => node.get(AdaptersRepository, { strict: false });
    beforeAll(async () => {
      await collection().insertMany(Array.from({ length: DOCUMENTS }, (_, at) => record(at)));
    });
    afterAll(async () => {
      await collection().deleteMany({});
    });

    it.each<[string, object, number]>([
      ['the first page', {}, DOCUMENTS],
      ['a page far down, backwards', { skip: 1500, limit: 50, order: -1 }, DOCUMENTS],
      ['one name', { equals: 'NAME-0001' }, 1],
      ['a prefix', { startsWith: 'Name-01' }, 100],
      ['a part of the name', { contains: '-199' }, 10],
      ['nothing', { equals: 'nowhere' }, 0],
    ])('are listed by keys alone: %s', async (_, query, total) => {
      const list = () => repository().list(partOfList(ADAPTER_LIST, query));
      const { reads, result } = await explainReads(node, list);
      expect(reads).toHaveLength(2);
      expectLean(reads);
      expect(result.total).toBe(total);
    });

    it('are found without looking at others', async () => {
      const { reads, result } = await explainReads(node, async () => [
        await repository().find('id-7'),
        await repository().find('NAME-0007'),
        ...(await repository().enabled('restconf')),
        ...(await repository().findDue(new Date(), 10)),
      ]);
      expectLean(reads);
      expect(result).toHaveLength(2 + 20 + 10);
      expect(result.slice(0, 2)).toMatchObject([{ _id: 'id-7' }, { _id: 'id-7' }]);
    });
  });

  it('are found by an id before somebody else of that name', async () => {
    const given = { baseUrl: 'http://nso.example' };
    const one = await adapters().create('One', given, ADA);
    const two = await adapters().create(one._id, given, ADA);
    expect((await adapters().get(one._id)).name).toBe('One');
    expect((await adapters().get(two._id)).name).toBe(one._id);
    for (const { _id } of [one, two]) await adapters().remove(_id, undefined);
  });

  it('are named by type and by who may be called', async () => {
    expect(await adapters().typesConfigured()).toEqual([]);
    const given = { baseUrl: 'http://nso.example' };
    await adapters().create('b', given, ADA);
    await adapters().create('A', { ...given, northbound: 'params' }, ADA);
    await adapters().create('off', { ...given, enabled: false }, ADA);
    expect(await adapters().enabledHeads('restconf')).toMatchObject([
      { name: 'A', northbound: 'params' },
      { name: 'b', northbound: 'flat' },
    ]);
    expect(await adapters().typesConfigured()).toEqual(['restconf']);
    for (const name of ['a', 'b', 'off']) await adapters().remove(name, undefined);
  });

  describe('over two nodes', () => {
    it('are looked at by one of them', async () => {
      const system = await FakeSystem.start();
      await adapters().create('Shared', { baseUrl: `http://${system.host}` }, ADA);
      const look = (one: TestingModule) =>
        one.get(AdapterHealthService, { strict: false }).run(new AbortController().signal);
      // While the other node is at it, this one leaves it alone.
      await other.get(NamedLocks, { strict: false }).ifFree('adapters:health', () => look(node));
      expect(system.seen).toHaveLength(0);
      await Promise.all([look(node), look(other)]);
      expect(system.seen).toHaveLength(1);
      expect((await adapters(other).get('shared')).probe).toMatchObject({ passed: true });
      await adapters().remove('shared', undefined);
      await system.close();
    });

    it('are told of once when both find out at the same time', async () => {
      const system = await FakeSystem.start();
      const adapter = await adapters().create('Told', { baseUrl: `http://${system.host}` }, ADA);
      const told = async () => {
        const { db } = node.get<Connection>(getConnectionToken(), { strict: false });
        return db?.collection('events').countDocuments({
          topic: 'adapterHealthChanged',
          'payload.id': adapter._id,
        });
      };
      const look = (one: TestingModule) =>
        one
          .get(AdapterHealthService, { strict: false })
          .look(adapter, new AbortController().signal);
      expect(await Promise.all([look(node), look(other)])).toMatchObject([
        { passed: true },
        { passed: true },
      ]);
      expect(await told()).toBe(1);
      await adapters().remove('told', undefined);
      await system.close();
    });

    it('are called as the other node changed them, at once', async () => {
      const [one, two] = [await FakeSystem.start(), await FakeSystem.start()];
      await adapters().create('Moved', { baseUrl: `http://${one.host}` }, ADA);
      const caller = node.get(AdapterCallerService, { strict: false });
      const call = { method: 'GET', path: '/restconf/data' };
      await caller.call(AS_PLATFORM, 'moved', call);
      await adapters(other).change('moved', { baseUrl: `http://${two.host}` }, undefined, ADA);
      await caller.call(AS_PLATFORM, 'moved', call);
      await adapters(other).setEnabled('moved', false, undefined, ADA);
      await expect(caller.call(AS_PLATFORM, 'moved', call)).rejects.toMatchObject({
        code: 'adapter-disabled',
      });
      expect([one.seen.length, two.seen.length]).toEqual([1, 1]);
      await adapters().remove('moved', undefined);
      await Promise.all([one.close(), two.close()]);
    });

    it('are changed by one of two who do so at once', async () => {
      await adapters().create('Raced', { baseUrl: 'http://nso.example' }, ADA);
      const change = (one: TestingModule) => adapters(one).change('raced', { retries: 1 }, 1, ADA);
      const outcomes = await Promise.allSettled([change(node), change(other)]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await adapters().remove('raced', undefined);
    });
  });
});
