import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { aRunItem } from '#test/support/factories/a-run-item.js';
import { Leases } from '../../../platform/work/leases.js';
import { WorkModule } from '../../../platform/work/work.module.js';
import { type RunItem } from './backup-run.js';
import { RUN_ITEM_MODEL, runItemSchema } from './backup-run.schema.js';
import { type NewRunItem, RunItemsRepository } from './run-items.repository.js';

@Module({
  imports: [
    WorkModule,
    MongooseModule.forFeature([{ name: RUN_ITEM_MODEL, schema: runItemSchema }]),
  ],
  providers: [RunItemsRepository],
})
class RunItems {}

const TAKEN = { kind: 'taken', outcome: 'new', backupId: 'b' } as const;
const OTHERS_ONLY = { readers: ['others'] };

/** An item that has been due for so long. */
function anItem(_id: string, fields: Partial<RunItem> = {}, sinceMs = 1): NewRunItem {
  return { item: aRunItem({ _id, name: _id, ...fields }), dueInMs: -sinceMs };
}

describe('the items of runs', () => {
  const database = testDatabase('run-items');
  let node: TestingModule;
  let items: RunItemsRepository;

  const model = () => node.get<Model<RunItem>>(getModelToken(RUN_ITEM_MODEL), { strict: false });
  const stored = (_id: string) => model().findById(_id).lean<RunItem>();
  const add = (...added: readonly NewRunItem[]) => items.insertMany(added);
  const claim = async (holder: string, count: number) =>
    (await items.claim(holder, count)).map(({ _id }) => _id);
  const taken = async (): Promise<RunItem> => {
    const [item] = await items.claim('holder', 1);
    if (!item) throw new Error('nothing was taken');
    return item;
  };

  beforeAll(async () => {
    node = await startDomain({ uri: database.uri, module: RunItems });
    items = node.get(RunItemsRepository);
  });
  beforeEach(async () => {
    await model().deleteMany();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('are taken in the order of their priority and time, and no more than are asked for', async () => {
    const third = anItem('third', { priority: 1 }, 180_000);
    await add(third, anItem('second', {}, 60_000), anItem('first', {}, 120_000));
    expect(await claim('holder', 2)).toEqual(['first', 'second']);
    expect(await claim('other', 2)).toEqual(['third']);
  });

  it.each([
    ['one', 1, ['b']],
    ['all', 2, ['c']],
  ])('are left to a node that is faster with %s of them', async (_, count, left) => {
    await add(anItem('a'), anItem('b'), anItem('c'));
    const takeAll = vi.spyOn(Leases.prototype, 'takeAll');
    takeAll.mockImplementationOnce(async function (this: Leases<RunItem>, ...asked) {
      await items.claim('faster', count);
      return this.takeAll(...asked);
    });
    expect(await claim('holder', 2)).toEqual(left);
  });

  it('stay as they are when they are written down again', async () => {
    await add(anItem('a'));
    await taken();
    await add(anItem('a'), anItem('b'));
    await add();
    expect(await stored('a')).toMatchObject({
      state: 'working',
      attempts: 1,
      started: expect.any(Date) as Date,
    });
  });

  it('that are over when they are written down are taken by nobody', async () => {
    const { item } = anItem('a', { state: 'failed' });
    await add({ item });
    expect(await claim('holder', 1)).toEqual([]);
  });

  it('know their attempt when several are taken at once', async () => {
    await add(anItem('a', {}, 2000), anItem('b', { attempts: 2 }));
    const found = await items.claim('holder', 2);
    expect(found.map(({ attempts }) => attempts)).toEqual([1, 3]);
  });

  it('rest between attempts, held by nobody, and say why the last one failed', async () => {
    const failure = { code: 'device-unreachable', detail: '$router is silent' };
    const waiting = { state: 'waiting', holder: null, ...failure };
    await add(anItem('a'));
    await items.postpone(await taken(), 60_000, { kind: 'failed', ...failure });
    expect(await stored('a')).toMatchObject(waiting);
    expect(await claim('holder', 1)).toEqual([]);
    await model().updateOne({ _id: 'a' }, { due: new Date(0) });
    // The node is stopped: that attempt does not count.
    await items.postpone(await taken(), 0, null);
    expect(await stored('a')).toMatchObject({ ...waiting, attempts: 1 });
  });

  it('that succeed say when, and no longer what failed before', async () => {
    await add(anItem('a', { code: 'device-unreachable', detail: 'It is silent' }));
    await items.finish(await taken(), TAKEN);
    expect(await stored('a')).toMatchObject({
      state: 'succeeded',
      outcome: 'new',
      backupId: 'b',
      holder: null,
      code: null,
      detail: null,
      finished: expect.any(Date) as Date,
    });
  });

  it('that fail say why', async () => {
    const failure = { code: 'device-unreachable', detail: 'It is silent' };
    await add(anItem('a'));
    await items.finish(await taken(), { kind: 'failed', ...failure });
    expect(await stored('a')).toMatchObject({ state: 'failed', holder: null, ...failure });
  });

  it('are open until each of the run is over', async () => {
    await add(anItem('a', {}, 2000), anItem('b', { runId: 'other' }));
    expect(await items.hasOpen('run')).toBe(true);
    const item = await taken();
    expect(await items.hasOpen('run')).toBe(true);
    await items.finish(item, TAKEN);
    expect(await items.hasOpen('run')).toBe(false);
    expect(await items.count('run')).toBe(1);
  });

  it('are listed by state', async () => {
    await add(anItem('a'), anItem('b', { state: 'failed' }));
    const asked = { state: 'failed', skip: 0, limit: 9 } as const;
    const page = await items.list('run', asked, aPrincipal('apiread'));
    expect([page.items.map(({ name }) => name), page.total]).toEqual([['b'], 1]);
  });

  it('are listed from where the caller asks, as far as they may see them', async () => {
    await add(anItem('c'), anItem('b'), anItem('a', OTHERS_ONLY), anItem('d'));
    const page = await items.list('run', { skip: 1, limit: 1 }, aPrincipal('apiread'));
    expect([page.items.map(({ name }) => name), page.total]).toEqual([['c'], 3]);
  });

  it('are counted by run, as far as the caller may see them', async () => {
    await add(
      anItem('a'),
      anItem('b', OTHERS_ONLY),
      anItem('c', { state: 'working' }),
      anItem('d', { state: 'succeeded', outcome: 'new' }),
      anItem('e', { state: 'succeeded', outcome: 'new' }),
      anItem('f', { state: 'succeeded', outcome: 'unchanged' }),
      anItem('g', { runId: 'other', state: 'failed' }),
    );
    const none = { waiting: 0, working: 0, succeeded: 0, failed: 0, new: 0, unchanged: 0 };
    const counts = await items.counts(['run', 'other'], aPrincipal('apiread'));
    expect(Object.fromEntries(counts)).toEqual({
      run: { ...none, waiting: 1, working: 1, succeeded: 3, new: 2, unchanged: 1 },
      other: { ...none, failed: 1 },
    });
  });

  it('are seen in every run by those who may see their device now', async () => {
    await add(anItem('a'), anItem('b', { runId: 'other' }), anItem('c', { deviceId: 'other' }));
    await items.follow('d', ['few']);
    const readers = async (_id: string) => (await stored(_id))?.readers;
    expect([await readers('a'), await readers('b'), await readers('c')]).toEqual([
      ['few'],
      ['few'],
      ['*'],
    ]);
  });
});
