import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { ListedThing } from '../../../test/support/factories/a-list.js';
import { aListRequest } from '../../../test/support/part-of-list.js';
import { foldText } from '../../kernel/folded-text.js';
import { type StoredFields, type StoredList } from '../../platform/database/lists/stored-filter.js';
import { describedList } from './list-declaration.js';
import { LOOKED_AT_MAX, pageOfAll, pageOfRows } from './page-of.js';

const STORED: StoredFields = {
  _id: { path: '_id' },
  name: { path: 'name', folded: 'nameFolded' },
  status: { path: 'status' },
  test: { path: 'test' },
  updated: { path: 'updated', date: true },
  'metrics.start': { path: 'begun', date: true },
  'steps.name': { path: 'steps', list: true },
  tags: { path: 'tags', list: true },
};
const SOURCE = { item: ListedThing, order: ['name', 1] } as const;
const BY_INDEX = describedList('listJobs', { ...SOURCE, stored: STORED });
const BY_ITEMS = describedList('listJobs', SOURCE);

interface Thing {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly status: string;
  readonly test: boolean;
  readonly updated: Date | null;
  readonly begun: Date;
  readonly steps: readonly string[];
  readonly tags: readonly string[];
}
const NAMES = ['Alpha', 'alpha', 'ÄLPHA', 'beta', 'Beta 2', 'ß', 'ﬁne', '😀 last', 'a.b*c', 'ΟΔΟΣ'];
const THINGS: readonly Thing[] = NAMES.map((name, at) => ({
  _id: `id-${String(at)}`,
  name,
  nameFolded: foldText(name),
  status: at % 3 === 0 ? 'paused' : 'running',
  test: at % 2 === 0,
  updated: at % 4 === 0 ? null : new Date(at * 1000),
  begun: new Date(at * 500),
  steps: at % 3 === 1 ? [] : [`step ${String(at % 3)}`, 'last'],
  tags: at % 2 === 0 ? ['edge', `t${String(at)}`] : [],
}));
const shown = (found: readonly Thing[]): ListedThing[] =>
  found.map(({ _id, name, status, test, updated, begun, steps, tags }) => ({
    _id,
    name,
    status,
    test,
    updated: updated?.toISOString() ?? null,
    metrics: { start: begun.getTime() },
    steps: steps.map((one) => ({ name: one })),
    tags,
  }));

describe('lists', () => {
  const database = testDatabase('lists');
  let things: mongoose.mongo.Collection<Thing>;
  let connection: mongoose.Connection;
  const read = async ({ filter, order, skip, limit }: StoredList) => ({
    items: await things
      .find(filter as never)
      .sort({ nameFolded: order, _id: order })
      .skip(skip)
      .limit(limit)
      .toArray(),
    total: await things.countDocuments(filter),
  });

  beforeAll(async () => {
    connection = await mongoose.createConnection(database.uri).asPromise();
    things = connection.collection<Thing>('things');
    await things.insertMany([...THINGS]);
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
    _id: fc.constantFrom('id-1', 'ID-1', 'id'),
    name: fc.constantFrom(...NAMES, 'a', 'ALPHA', '', '*', 'absent', 'οδος'),
    status: fc.constantFrom('paused', 'running'),
    tags: fc.constantFrom('edge', 't2', 'T2', ''),
    'steps.name': fc.constantFrom('last', 'step 0', 'nothing'),
    test: fc.constantFrom('true', 'false'),
    updated: fc.constantFrom('1970-01-01T00:00:03Z', '5000', '0'),
    'metrics.start': fc.constantFrom('500', '1000', '0', '4500'),
  };
  const VERBS: Readonly<Record<string, readonly string[]>> = {
    text: ['equals', 'contains', 'startsWith', 'in', 'not-in', 'gt', 'gte', 'lt', 'lte', 'exists'],
    number: ['equals', 'in', 'not-in', 'gt', 'gte', 'lt', 'lte', 'exists'],
    time: ['equals', 'in', 'not-in', 'gt', 'gte', 'lt', 'lte', 'exists'],
    flag: ['equals', 'in', 'not-in', 'exists'],
  };
  const condition = fc.constantFrom(...Object.keys(VALUES)).chain((field) =>
    fc.record({
      field: fc.constant(field),
      verb: fc.constantFrom(...(VERBS[BY_INDEX.fields.get(field)?.kind ?? ''] ?? [])),
      value: VALUES[field] ?? fc.constant(''),
      flag: fc.constantFrom('true', 'false'),
    }),
  );
  const query = fc.record({
    conditions: fc.array(condition, { maxLength: 3 }),
    sort: fc.constantFrom({}, { order: -1 }, { sort: 'name' }, { sort: { updated: -1 } }),
    skip: fc.nat(5),
    limit: fc.nat(12),
  });

  it('find the same by an index, by looking at items, and in what is at hand', async () => {
    await fc.assert(
      fc.asyncProperty(query, async ({ conditions, sort, skip, limit }) => {
        const body: Record<string, unknown> = { ...sort, skip, limit };
        for (const { field, verb, value, flag } of conditions)
          body[verb] = { ...(body[verb] as object), [field]: verb === 'exists' ? flag : value };
        const all = shown((await read({ filter: {}, order: 1, skip: 0, limit: 50 })).items);
        const expected = pageOfAll(
          aListRequest(BY_ITEMS, { ...body, sort: body['sort'] ?? 'name' }),
          all,
        );
        for (const list of [BY_INDEX, BY_ITEMS]) {
          const page = await pageOfRows(aListRequest(list, body), read, shown);
          expect(page.total).toBe(expected.total);
          expect(page.items.map(({ _id }) => _id).sort()).toHaveLength(expected.items.length);
          // Where two things have one name, the order turned round is another one.
          const shownItems = 'order' in sort ? expected.items : page.items;
          expect(shownItems).toEqual(expected.items);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('turn their order round', async () => {
    const page = await pageOfRows(aListRequest(BY_INDEX, { order: -1 }), read, shown);
    const folded = page.items.map(({ name }) => Buffer.from(foldText(name)));
    expect(folded).toEqual(folded.toSorted((a, b) => Buffer.compare(b, a)));
  });

  it('show the members that are asked for, id and name among them', async () => {
    const page = await pageOfRows(
      aListRequest(BY_INDEX, { include: 'status', limit: 1 }),
      read,
      shown,
    );
    expect(Object.keys(page.items[0] ?? {}).sort()).toEqual(['_id', 'name', 'status']);
    const rest = await pageOfRows(
      aListRequest(BY_INDEX, { exclude: 'status', limit: 1 }),
      read,
      shown,
    );
    expect(Object.keys(rest.items[0] ?? {})).not.toContain('status');
  });

  it('are not looked through where they are too long', async () => {
    const long = () => Promise.resolve({ items: [], total: LOOKED_AT_MAX + 1 });
    const asked = aListRequest(BY_ITEMS, { equals: { status: 'paused' } });
    await expect(pageOfRows(asked, long, shown)).rejects.toMatchObject({
      kind: 'invalid-input',
      errors: [{ pointer: '#/equals/status' }],
    });
  });
});
