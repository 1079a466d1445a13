import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { testDatabaseUri } from '../../../../test/support/database.js';

describe('smoke', () => {
  it('serves', async () => {
    const client = await mongo.MongoClient.connect(testDatabaseUri('smoke'));
    await client.db().collection('a').insertOne({ a: 1 });
    expect(await client.db().collection('a').countDocuments()).toBe(1);
    await client.close();
  });
});
