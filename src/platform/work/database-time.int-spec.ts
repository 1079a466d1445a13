import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import mongoose, { type Connection } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { fromNow, insertedWith, isDue } from './database-time.js';

interface Work {
  readonly _id: string;
  readonly state: string;
  readonly due?: Date | null;
}

describe('times by the clock of the database', () => {
  const database = testDatabase('database-time');
  let connection: Connection;

  const works = () => connection.collection<Work>('works');
  const ids = async (): Promise<readonly string[]> =>
    (
      await works()
        .find({ state: 'waiting', ...isDue('due') })
        .toArray()
    ).map(({ _id }) => _id);

  beforeAll(async () => {
    connection = await mongoose.createConnection(database.uri).asPromise();
    await works().createIndex({ state: 1, due: 1 }, {}, {});
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  it('find what is due by the index alone, and nothing that has no time', async () => {
    const later = Array.from({ length: 500 }, (_, at) => ({
      _id: `later ${String(at)}`,
      state: 'waiting',
      due: new Date(Date.now() + 3_600_000),
    }));
    await works().insertMany([
      ...later,
      { _id: 'past', state: 'waiting', due: new Date(0) },
      { _id: 'never', state: 'waiting', due: null },
      { _id: 'without', state: 'waiting' },
    ]);
    expect(await ids()).toEqual(['past']);
    const plan = await works()
      .find({ state: 'waiting', ...isDue('due') })
      .explain('executionStats');
    expect(plan['executionStats']).toMatchObject({ totalKeysExamined: 1, totalDocsExamined: 1 });
  });

  it('are those of the first of two inserts, texts with a $ included', async () => {
    const insert = (state: string, ms: number) =>
      works().updateOne({ _id: 'new' }, insertedWith({ _id: 'new', state }, { due: fromNow(ms) }), {
        upsert: true,
      });
    await insert('$state', 3_600_000);
    await insert('waiting', -1);
    const stored = await works().findOne({ _id: 'new' });
    expect(stored?.state).toBe('$state');
    expect(Number(stored?.due)).toBeGreaterThan(Date.now() + 3_000_000);
  });
});
