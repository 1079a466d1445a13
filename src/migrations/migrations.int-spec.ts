import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { testDatabase } from '../../test/support/database.js';
import { fieldsOfUsers } from './0001-fields-of-users.js';

describe('0001-fields-of-users', () => {
  const database = testDatabase('migrations');
  const client = new mongo.MongoClient(database.uri);
  const find = (collection: string) =>
    client.db().collection(collection).find().sort({ n: 1 }).project({ _id: 0, n: 0 }).toArray();

  beforeAll(() => client.connect());
  afterAll(async () => {
    await client.close();
    await database.drop();
  });

  it('adds the fields that lists look at, and leaves those that are there', async () => {
    const db = client.db();
    await db
      .collection('accounts')
      .insertMany([
        { n: 1, firstname: 'ＡDA' },
        { n: 2, firstname: 'Bob', firstnameFolded: 'bob', isServiceAccount: true, external: 'x' },
        { n: 3 },
      ]);
    await db.collection('groups').insertOne({ description: 'On Duty' });
    await db.collection('roles').insertOne({ provenance: 'MOP', description: '' });
    for (let run = 0; run < 2; run += 1) {
      await fieldsOfUsers.run(db);
      expect(await find('accounts')).toEqual([
        { firstname: 'ＡDA', firstnameFolded: 'ada', isServiceAccount: false, external: null },
        { firstname: 'Bob', firstnameFolded: 'bob', isServiceAccount: true, external: 'x' },
        { firstnameFolded: '', isServiceAccount: false, external: null },
      ]);
      expect(await find('groups')).toEqual([
        { description: 'On Duty', descriptionFolded: 'on duty' },
      ]);
      expect(await find('roles')).toEqual([
        {
          provenance: 'MOP',
          provenanceFolded: 'mop',
          description: '',
          descriptionFolded: '',
        },
      ]);
    }
  });
});
