import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Connection, type Model, Schema } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { type ExplainedRead, explainReads } from '../../../test/support/explained.js';
import { watched } from '../../../test/support/watch-commands.js';
import {
  EVERYONE,
  guarded,
  guardedByAll,
  type GuardedRecord,
  mayRead,
  mayWrite,
} from '../../kernel/gbac.js';
import { type Principal } from '../../kernel/principal.js';
import { BackgroundTasks } from '../scheduling/background-tasks.js';
import { DatabaseModule } from './database.module.js';
import {
  changeableBy,
  GUARDED_FIELDS,
  guardedIndex,
  jointlyReadableBy,
  JOINTLY_GUARDED_FIELDS,
  readableBy,
} from './gbac-filter.js';

interface Kept extends GuardedRecord {
  readonly _id: string;
  readonly name: string;
}

const APPLICATION = 'OperationsManager';
const keptSchema = new Schema<Kept>(
  { _id: String, name: String, ...GUARDED_FIELDS },
  { collection: 'kept', strict: 'throw', versionKey: false },
);
keptSchema.index(guardedIndex({ name: 1 }));
keptSchema.index({ name: 1, _id: 1 });

const jointSchema = new Schema<Kept>(
  { _id: String, name: String, ...JOINTLY_GUARDED_FIELDS },
  { collection: 'kept_jointly', strict: 'throw', versionKey: false },
);
jointSchema.index(guardedIndex({ name: 1 }));

const GROUPS = ['a', 'b', 'c', 'd', 'e', 'f', EVERYONE];
const ids = fc.subarray(GROUPS);
const roles = fc.subarray([
  { id: '1', provenance: 'platform', name: 'admin' },
  { id: '2', provenance: APPLICATION, name: 'admin' },
  { id: '3', provenance: 'MOP', name: 'admin' },
  { id: '4', provenance: 'local', name: 'admin' },
  { id: '5', provenance: 'platform', name: 'apiread' },
]);
const callerWith = (groups: readonly string[], held: Principal['roles'] = []): Principal => ({
  id: 'caller',
  provenance: 'local',
  username: 'caller',
  firstname: '',
  groups: groups.map((id) => ({ id, provenance: 'local', name: id })),
  roles: held,
});
/** Nobody is in a group with the sign for everyone: ids of groups are our own. */
const callers = fc
  .tuple(fc.subarray(GROUPS.slice(0, -1)), fc.oneof(fc.constant([]), roles))
  .map(([groups, held]) => callerWith(groups, held));

describe('group-based access in the database', () => {
  const database = testDatabase('gbac-filter');
  let module: TestingModule;
  let model: Model<Kept>;
  const objects: readonly Kept[] = fc
    .sample(fc.tuple(ids, ids), { numRuns: 600, seed: 11 })
    .map(([read, write], at) => {
      const number = String(at).padStart(4, '0');
      return { _id: `o${number}`, name: `n${number}`, ...guarded({ read, write }) };
    });

  beforeAll(async () => {
    module = await Test.createTestingModule({
      imports: [DatabaseModule.with(watched(database.uri))],
      // Nothing recurs here that could be stopped.
      providers: [{ provide: BackgroundTasks, useValue: { stop: () => Promise.resolve([]) } }],
    }).compile();
    await module.init();
    const connection = module.get<Connection>(getConnectionToken());
    model = connection.model<Kept>('Kept', keptSchema);
    await model.createIndexes();
    await model.insertMany(objects);
  });
  afterAll(async () => {
    await module.close();
    await database.drop();
  });

  const found = async (filter: object) =>
    (await model.find(filter).sort({ name: 1, _id: 1 }).lean<Kept[]>()).map(({ _id }) => _id);

  it('finds and counts exactly what mayRead admits to', async () => {
    await fc.assert(
      fc.asyncProperty(callers, async (caller) => {
        const filter = readableBy(caller, APPLICATION);
        const expected = objects.filter(({ gbac }) => mayRead(caller, APPLICATION, gbac).admitted);
        expect(await found(filter)).toEqual(expected.map(({ _id }) => _id));
        expect(await model.countDocuments(filter)).toBe(expected.length);
      }),
      { numRuns: 60 },
    );
  });

  it('finds exactly what mayWrite admits to', async () => {
    await fc.assert(
      fc.asyncProperty(callers, async (caller) => {
        const expected = objects.filter(({ gbac }) => mayWrite(caller, APPLICATION, gbac).admitted);
        const filter = changeableBy(caller, APPLICATION);
        expect(await found(filter)).toEqual(expected.map(({ _id }) => _id));
      }),
      { numRuns: 60 },
    );
  });

  it('finds and counts exactly what mayRead admits to where several guard an object', async () => {
    const gbac = fc.record({ read: ids, write: ids });
    const shared = fc
      .sample(fc.array(gbac, { maxLength: 3 }), { numRuns: 600, seed: 12 })
      .map((all, at) => ({ _id: `j${at}`, name: `j${at}`, ...guardedByAll(all) }));
    const joint = module.get<Connection>(getConnectionToken()).model<Kept>('Joint', jointSchema);
    await joint.createIndexes();
    await joint.insertMany(shared);
    await fc.assert(
      fc.asyncProperty(callers, async (caller) => {
        const { all, parts } = jointlyReadableBy(caller, APPLICATION);
        const expected = shared.filter((one) => mayRead(caller, APPLICATION, one.gbac).admitted);
        const read = await joint.find(all).lean<Kept[]>();
        expect(read.map(({ _id }) => _id).sort()).toEqual(expected.map(({ _id }) => _id).sort());
        const counts = await Promise.all(parts.map((part) => joint.countDocuments(part)));
        expect(counts.reduce((sum, one) => sum + one, 0)).toBe(expected.length);
      }),
      { numRuns: 60 },
    );
    const [first] = jointlyReadableBy(callerWith(['a', 'b', 'c']), APPLICATION).parts;
    const { reads } = await explainReads(module, () => joint.countDocuments(first ?? {}));
    expect(reads.find(({ kind }) => kind === 'count')?.docsExamined).toBe(0);
  });

  it('reads the page of a caller in order, and counts without a look at documents', async () => {
    const filter = readableBy(callerWith(['a', 'b', 'c']), APPLICATION);
    const { reads } = await explainReads(module, () =>
      Promise.all([
        model.find(filter).sort({ name: 1, _id: 1 }).skip(10).limit(5).lean(),
        model.countDocuments(filter),
      ]),
    );
    const of = (wanted: ExplainedRead['kind']) => reads.find(({ kind }) => kind === wanted);
    expect(of('find')?.stages).not.toContain('SORT');
    expect(of('find')?.docsExamined).toBeLessThanOrEqual(16);
    expect(of('count')?.docsExamined).toBe(0);
  });
});
