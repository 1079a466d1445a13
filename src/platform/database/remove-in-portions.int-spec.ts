import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { removeInPortions } from './remove-in-portions.js';

interface Row {
  readonly _id: number;
  readonly of: string;
}

describe('removing in portions', () => {
  const database = testDatabase('portions');
  let client: mongo.MongoClient;
  let rows: mongo.Collection<Row>;
  let removed: number[] = [];
  let onRemoval: () => void = () => undefined;
  const remove = (signal?: AbortSignal) =>
    removeInPortions(rows, { filter: { of: 'old' }, hint: { of: 1 }, signal });

  beforeAll(async () => {
    client = await mongo.MongoClient.connect(database.uri, { monitorCommands: true });
    rows = client.db().collection<Row>('rows');
    await rows.createIndex({ of: 1 }, {}, {});
    client.on('commandSucceeded', ({ commandName, reply }) => {
      if (commandName !== 'delete') return;
      removed.push((reply as { readonly n: number }).n);
      onRemoval();
    });
  });
  beforeEach(async () => {
    onRemoval = () => undefined;
    await rows.deleteMany({});
    const documents = Array.from({ length: 2500 }, (_, _id) => ({
      _id,
      of: _id < 2300 ? 'old' : 'new',
    }));
    await rows.insertMany(documents);
    removed = [];
  });
  afterAll(async () => {
    await client.close();
    await database.drop();
  });

  it('takes what matches, never more than 1,000 by one command', async () => {
    await remove();
    expect(removed).toEqual([1000, 1000, 300]);
    expect(await rows.countDocuments()).toBe(200);
  });

  it('ends between two portions when the server stops', async () => {
    const stopping = new AbortController();
    onRemoval = () => {
      stopping.abort();
    };
    await remove(stopping.signal);
    expect(removed).toEqual([1000]);
  });
});
