import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { HandClock } from '#test/support/hand-clock.js';
import { Clock } from '../../../kernel/clock.js';
import { SystemModule } from '../../system/system.module.js';
import { DatabaseModule } from '../database.module.js';
import { ListTotals } from '../list-totals.js';
import { ListTotalsModule } from '../list-totals.module.js';
import { findPage, type PageOrder } from './find-page.js';

interface Row {
  readonly _id: string;
  readonly kind: string;
  readonly name: string;
  readonly date: Date;
  readonly readers: string;
}

const ROWS = 4000;
const LIST = 'rows';
const schema = new Schema<Row>(
  { _id: String, kind: String, name: String, date: Date, readers: String },
  { collection: 'rows', versionKey: false },
);
schema.index({ name: 1, _id: 1, readers: 1 }, { name: 'name' });
schema.index({ readers: 1, name: 1, _id: 1 }, { name: 'readable' });
schema.index({ kind: 1, name: 1, _id: 1 }, { name: 'kind' });
schema.index({ name: 1, date: -1, _id: -1 }, { name: 'newest' });
schema.index({ date: -1, _id: -1 }, { name: 'date' });

/** Orders of one value and of two, in one direction and in both. */
const ORDERS = {
  name: { sort: { name: 1, _id: 1 }, hint: 'name' },
  'name, downwards': { sort: { name: -1, _id: -1 }, hint: 'name' },
  'name of some groups': { sort: { name: 1, _id: 1 }, hint: 'readable' },
  kind: { sort: { kind: 1, name: 1, _id: 1 }, hint: 'kind' },
  'kind, downwards': { sort: { kind: -1, name: -1, _id: -1 }, hint: 'kind' },
  'the newest of each name': { sort: { name: 1, date: -1, _id: -1 }, hint: 'newest' },
} as const satisfies Record<string, PageOrder>;
type OrderName = keyof typeof ORDERS;

/** Few names: many rows are equal in all but their id. */
const rowOf = (at: number, spread: number): Row => ({
  _id: `row ${String(at).padStart(6, '0')}`,
  kind: `kind ${String(at % 3)}`,
  name: `name ${String((at * 7919) % spread).padStart(6, '0')}`,
  date: new Date(1000 * (Math.floor(at / 50) % 5)),
  readers: `group ${String(at % 4)}`,
});

const aPage = fc.record({
  page: fc.constantFrom(...(Object.keys(ORDERS) as OrderName[])),
  skip: fc.integer({ min: 0, max: ROWS + 50 }),
  limit: fc.integer({ min: 1, max: 300 }),
});
/** The second page is read from a place within a name, where dates go down. */
const INTO_NAMES = [2090, 2390].map((skip) => ({
  page: 'the newest of each name' as const,
  skip,
  limit: 300,
}));
/** A row is added before the page, of which no place may be kept. */
const INTO_LAST_HOUR = [{ does: 'grow' as const, order: 1 as const, skip: 3400, limit: 45 }];
const aWrite = fc.record({
  write: fc.constantFrom('insert', 'remove', 'rename'),
  at: fc.nat(ROWS),
});

describe('pages far down a list', () => {
  const database = testDatabase('find-page');
  const clock = new HandClock();
  let node: TestingModule;
  let model: Model<Row>;

  beforeAll(async () => {
    const builder = Test.createTestingModule({
      imports: [SystemModule, DatabaseModule.with(database.uri), ListTotalsModule],
    });
    node = await builder.overrideProvider(Clock).useValue(clock).compile();
    await node.init();
    model = node.get<Connection>(getConnectionToken()).model<Row>('Row', schema);
    await model.createIndexes();
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const filterOf = (page: OrderName) =>
    page === 'name of some groups' ? { readers: trusted({ $in: ['group 1', 'group 3'] }) } : {};

  const read = (page: OrderName, part: { readonly skip: number; readonly limit: number }) => {
    const filter = filterOf(page);
    const known = (count: () => Promise<number>) => node.get(ListTotals).known(LIST, filter, count);
    return findPage(model, filter, part, { ...ORDERS[page], known });
  };

  const write = async (kind: string, at: number): Promise<void> => {
    const row = rowOf(at, ROWS);
    if (kind === 'insert') await model.insertOne({ ...row, _id: `${row._id} and another one` });
    if (kind === 'remove') await model.deleteOne({ _id: row._id });
    if (kind === 'rename') await model.updateOne({ _id: row._id }, { $set: { name: 'name 0025' } });
  };

  const change = (what: () => Promise<unknown>) => node.get(ListTotals).whileChanging(LIST, what);

  /** The page as the database passes over all that is before it. */
  const expectSame = async ({
    page,
    ...part
  }: {
    page: OrderName;
    skip: number;
    limit: number;
  }) => {
    const { sort, hint } = ORDERS[page];
    const expected = model.find(filterOf(page), { _id: 1 }).sort(sort).hint(hint);
    const { items, total } = await read(page, part);
    const rows = await expected.skip(part.skip).limit(part.limit).lean<Row[]>();
    expect(items.map(({ _id }) => _id)).toEqual(rows.map(({ _id }) => _id));
    expect(total).toBe(await model.countDocuments(filterOf(page)).hint(hint));
  };

  it.each([50, ROWS])(
    'are those by skip, whatever was read and written, of %i names',
    async (spread) => {
      await change(async () => {
        await model.deleteMany({});
        await model.insertMany(Array.from({ length: ROWS }, (_, at) => rowOf(at, spread)));
      });
      const steps = fc.array(fc.oneof({ weight: 9, arbitrary: aPage }, aWrite), {
        minLength: 30,
        maxLength: 40,
      });
      await fc.assert(
        fc.asyncProperty(steps, async (some) => {
          for (const step of some) {
            if ('page' in step) await expectSame(step);
            else await change(() => write(step.write, step.at).catch(() => undefined));
          }
        }),
        { numRuns: 3, endOnFailure: true, examples: [[INTO_NAMES]] },
      );
    },
  );

  describe('that grows', () => {
    type Part = Readonly<Record<'skip' | 'limit', number>>;
    let added = 0;

    const add = async (minutesAgo: number): Promise<void> => {
      added += 1;
      const date = new Date(clock.now().getTime() - minutesAgo * 60_000);
      await model.insertOne({ ...rowOf(added, ROWS), _id: `new ${String(added)}`, date });
    };
    const removeOldest = () =>
      node
        .get(ListTotals)
        .whileChanging('growing', () => model.findOneAndDelete({}, { sort: { date: 1 } }).exec());
    const count = (from = new Date(0), before = new Date(8e15)) =>
      model.countDocuments({ date: trusted({ $gte: from, $lt: before }) }).exec();

    /** @param meanwhile happens between the total and the page. */
    const readGrowing = async (order: 1 | -1, part: Part, meanwhile?: () => Promise<void>) => {
      const known = async () => {
        const list = await node.get(ListTotals).knownOfGrowing('growing', {}, count);
        await meanwhile?.();
        return list;
      };
      const by = { sort: { date: order, _id: order }, hint: 'date', known };
      const { items } = await findPage(model, {}, part, by);
      return items.map(({ _id }) => _id);
    };
    const bySkip = async (order: 1 | -1, { skip, limit }: Part) => {
      const rows = model.find({}, { _id: 1 }).sort({ date: order, _id: order }).hint('date');
      return (await rows.skip(skip).limit(limit).lean<Row[]>()).map(({ _id }) => _id);
    };

    it('are those by skip, also where rows are added between total and page', async () => {
      const past = (at: number) => new Date(clock.now().getTime() - Math.floor(at / 3) * 9000);
      await model.deleteMany({});
      await model.insertMany(
        Array.from({ length: ROWS }, (_, at) => ({ ...rowOf(at, ROWS), date: past(at) })),
      );
      const step = fc.record({
        does: fc.constantFrom('read', 'read', 'read', 'grow', 'grow', 'wait', 'remove'),
        order: fc.constantFrom<1 | -1>(1, -1),
        skip: fc.integer({ min: 1900, max: ROWS }),
        limit: fc.integer({ min: 2, max: 300 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 50 }), async (steps) => {
          for (const { does, order, ...part } of steps) {
            await add(0);
            if (does === 'grow') await readGrowing(order, part, () => add(part.limit % 50));
            if (does === 'wait') clock.advance({ minutes: part.limit % 30 });
            if (does === 'remove') await removeOldest();
            expect(await readGrowing(order, part)).toEqual(await bySkip(order, part));
          }
        }),
        { numRuns: 3, endOnFailure: true, examples: [[INTO_LAST_HOUR]] },
      );
    });
  });
});
