import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { testDatabase } from '../../test/support/database.js';
import { fieldsOfUsers } from './0001-fields-of-users.js';
import { namesOfProfiles } from './0002-names-of-profiles.js';
import { variablesOfBegunJobs } from './0003-variables-of-begun-jobs.js';
import { linesOfPackages } from './0004-lines-of-packages.js';
import { packedBundles } from './0005-packed-bundles.js';
import { guardsOfJobs } from './0006-guards-of-jobs.js';
import { familiesOfJobs } from './0007-families-of-jobs.js';
import { mocksOfEndedJobs } from './0008-mocks-of-ended-jobs.js';
import { retiredIndexes } from './0009-retired-indexes.js';

const database = testDatabase('migrations');
const client = new mongo.MongoClient(database.uri);
const find = (collection: string) =>
  client.db().collection(collection).find().sort({ n: 1 }).project({ _id: 0, n: 0 }).toArray();

beforeAll(() => client.connect());
afterAll(async () => {
  await client.close();
  await database.drop();
});

describe('0001-fields-of-users', () => {
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

describe('0002-names-of-profiles', () => {
  it('names each profile as its document does, and leaves those that have a name', async () => {
    const db = client.db();
    await db.collection('profiles').insertMany([
      { n: 1, nameFolded: 'default', document: { id: 'Default' } },
      { n: 2, nameFolded: 'site', document: JSON.stringify({ id: 'Site', $ref: 'x' }) },
      { n: 3, nameFolded: 'odd', document: {} },
      { n: 4, name: 'Kept', nameFolded: 'kept', document: { id: 'Other' } },
    ]);
    for (let run = 0; run < 2; run += 1) {
      await namesOfProfiles.run(db);
      const names = (await find('profiles')).map(({ name }): unknown => name);
      expect(names).toEqual(['Default', 'Site', 'odd', 'Kept']);
    }
  });
});

describe('0003-variables-of-begun-jobs', () => {
  it('takes variables out of requests whose job has begun, and of no others', async () => {
    const db = client.db();
    await db.collection('job_start_requests').deleteMany({});
    await db.collection('job_start_requests').insertMany([
      { n: 1, status: 'waiting', variables: { a: 1 } },
      { n: 2, status: 'taken', variables: { a: 1 }, fingerprint: 'f' },
      { n: 3, status: 'ended', variables: '{"$ref":1}' },
      { n: 4, status: 'ended' },
    ]);
    for (let run = 0; run < 2; run += 1) {
      await variablesOfBegunJobs.run(db);
      expect(await find('job_start_requests')).toEqual([
        { status: 'waiting', variables: { a: 1 } },
        { status: 'taken', fingerprint: 'f' },
        { status: 'ended' },
        { status: 'ended' },
      ]);
    }
  });
});

describe('0004-lines-of-packages', () => {
  it('gives entries of the catalogue a line, and leaves those that have one', async () => {
    const db = client.db();
    const line = { kind: 'tag', name: 'v1.0.0' };
    await db.collection('catalogue_entries').insertMany([
      { n: 1, isDefaultBranch: false },
      { n: 2, isDefaultBranch: true, fingerprint: 'f' },
      { n: 3, line, integrity: 'i' },
    ]);
    const unknown = {
      dependencies: [],
      integrity: '',
      signature: { state: 'unchecked', key: null },
      signatureText: null,
      projectId: null,
    };
    for (let run = 0; run < 2; run += 1) {
      await linesOfPackages.run(db);
      expect(await find('catalogue_entries')).toEqual([
        { line: { kind: 'place', name: null }, ...unknown },
        { line: { kind: 'default-branch', name: null }, ...unknown, fingerprint: 'f' },
        { line, integrity: 'i' },
      ]);
    }
  });
});

describe('0005-packed-bundles', () => {
  it('packs the text of every bundle, and leaves those that are packed', async () => {
    const bundles = client
      .db()
      .collection<{ _id: string; bundle?: unknown; packed?: unknown }>('catalogue_bundles');
    const bundle = { type: 'workflow', data: { name: 'ü', 'a.b': [1, null, { $x: 1.5 }] } };
    const reference = '{"type":"form","data":{"$ref":"a","$id":"b"}}';
    await bundles.insertMany([
      { _id: 'document', bundle },
      { _id: 'text', bundle: reference },
      { _id: 'packed', packed: new mongo.Binary(gzipSync('{}')) },
      ...Array.from({ length: 120 }, (_, at) => ({ _id: `more-${at}`, bundle: { at } })),
    ]);
    for (let run = 0; run < 2; run += 1) {
      await packedBundles.run(client.db());
      const found = await bundles.find().toArray();
      const texts = new Map(
        found.map(({ _id, packed }) => {
          const { buffer } = packed as mongo.Binary;
          return [_id, JSON.parse(gunzipSync(buffer).toString()) as unknown];
        }),
      );
      expect(found.some((one) => 'bundle' in one)).toBe(false);
      expect(texts.size).toBe(123);
      expect(texts.get('document')).toEqual(bundle);
      expect(texts.get('text')).toEqual(JSON.parse(reference));
      expect(texts.get('packed')).toEqual({});
      expect(texts.get('more-119')).toEqual({ at: 119 });
    }
  });
});

describe('0006-guards-of-jobs', () => {
  interface Row {
    readonly _id: string;
    readonly [field: string]: unknown;
  }
  const of = (name: string) => client.db().collection<Row>(name);
  const shut = (...write: readonly string[]) => ({ read: [], write });
  const OPEN = { gbac: shut(), readers: ['*'] };
  const row = (_id: string, more: object = {}): Row => ({
    _id,
    ...OPEN,
    automationId: null,
    ancestors: [_id],
    ...more,
  });
  const rows = async (name: string, ids: readonly string[]) =>
    Promise.all(
      ids.map(async (_id) => {
        const found = await of(name).findOne({ _id });
        return [found?.['gbac'], found?.['readers']];
      }),
    );
  const saved: unknown[] = [];
  const progress = (from?: unknown) => ({
    saved: from,
    save: (value: unknown): Promise<void> => {
      saved.push(value);
      return Promise.resolve();
    },
  });

  it('lets jobs and tasks take over who may see automation and job above, in portions', async () => {
    saved.length = 0;
    await of('jobs').deleteMany({});
    await of('automations').insertMany([
      { _id: 'shut', gbac: { read: ['r'], write: ['w'] } },
      { _id: 'open', gbac: shut() },
      { _id: 'underived' },
    ]);
    await of('jobs').insertMany([
      row('a', { automationId: 'shut' }),
      row('b', { automationId: 'shut', ancestors: ['a', 'b'] }),
      row('c', { automationId: 'shut', gbac: shut('x'), readers: ['x'] }),
      row('d', { automationId: 'open', gbac: shut('x'), readers: ['x'] }),
      row('e', { ancestors: ['d', 'e'] }),
      row('f', { automationId: 'gone' }),
      row('g', { automationId: 'underived' }),
      ...Array.from({ length: 1000 }, (_, at) => row(`m${String(at)}`, { ancestors: [] })),
    ]);
    await of('job_tasks').insertMany([
      { _id: 'a/1', jobId: 'a', ...OPEN },
      { _id: 'c/1', jobId: 'c', gbac: shut('x'), readers: ['x'] },
      { _id: 'f/1', jobId: 'f', ...OPEN },
    ]);
    await of('job_start_requests').insertMany([
      { _id: 'waiting', status: 'waiting', automationId: 'shut' },
      { _id: 'orphan', status: 'waiting', automationId: 'gone' },
      { _id: 'ended', status: 'ended', automationId: 'shut' },
    ]);
    const guard = { read: ['r'], write: ['w'] };
    const joint = [{ ...shut('x'), and: [guard] }, ['+x']];
    for (let run = 0; run < 2; run += 1) {
      await guardsOfJobs.run(client.db(), progress());
      expect(await rows('jobs', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'm7'])).toEqual([
        [guard, ['r', 'w']],
        [guard, ['r', 'w']],
        joint,
        [shut('x'), ['x']],
        [shut('x'), ['x']],
        [shut(), ['*']],
        [{ read: ['?'], write: ['?'] }, ['?']],
        [shut(), ['*']],
      ]);
      expect(await rows('job_tasks', ['a/1', 'c/1', 'f/1'])).toEqual([
        [guard, ['r', 'w']],
        joint,
        [shut(), ['*']],
      ]);
      const requests = await rows('job_start_requests', ['waiting', 'orphan', 'ended']);
      expect(requests.map(([gbac]) => gbac)).toEqual([guard, undefined, undefined]);
    }
    expect([saved.length, saved[2], saved.slice(3)]).toEqual([6, 'm999', saved.slice(0, 3)]);
  });

  it('goes on where it was cut off', async () => {
    await of('automations').insertOne({ _id: 'held', gbac: { read: ['r'], write: ['w'] } });
    await of('jobs').insertMany([
      row('cut a', { automationId: 'held' }),
      row('cut b', { automationId: 'held', ancestors: ['cut a', 'cut b'] }),
    ]);
    await guardsOfJobs.run(client.db(), progress('cut a'));
    expect(await rows('jobs', ['cut a', 'cut b'])).toEqual([
      [shut(), ['*']],
      [{ read: ['r'], write: ['w'] }, ['r', 'w']],
    ]);
  });
});

describe('0007-families-of-jobs', () => {
  it('says of each job where it belongs, and leaves those that say so', async () => {
    const db = client.db();
    await db.collection('jobs').deleteMany({});
    const begun = { takesPlace: true, queuedDepth: null, canceledFromAbove: null, descendants: 7 };
    const present = { rootId: 'r', rootStarter: 's', ...begun };
    await db.collection('jobs').insertMany([
      { n: 1, ancestors: ['top', 'own'], startedBy: { id: 'ada' } },
      { n: 2, ancestors: ['own'], startedBy: null },
      { n: 3, ancestors: ['r'], ...present },
    ]);
    const old = { takesPlace: false, queuedDepth: null, canceledFromAbove: null, descendants: 0 };
    for (let run = 0; run < 2; run += 1) {
      await familiesOfJobs.run(db);
      const [first, second, third] = await find('jobs');
      expect(first).toMatchObject({ rootId: 'top', rootStarter: 'ada', ...old });
      expect(second).toMatchObject({ rootId: 'own', rootStarter: '', ...old });
      expect(third).toEqual({ ancestors: ['r'], ...present });
    }
  });
});

describe('0008-mocks-of-ended-jobs', () => {
  it('empties the mocks of what has ended, and leaves real runs and those that go on', async () => {
    const db = client.db();
    await db.collection('jobs').deleteMany({});
    const mocks = '{"a":{"output":{"token":"t"}}}';
    await db.collection('jobs').insertMany([
      { n: 1, status: 'complete', mocks },
      { n: 2, status: 'canceled', mocks },
      { n: 3, status: 'error', mocks },
      { n: 4, status: 'complete', mocks: null },
    ]);
    for (let run = 0; run < 2; run += 1) {
      await mocksOfEndedJobs.run(db);
      const left = ['{}', '{}', mocks, null].map((one) => ({ mocks: one }));
      expect(await find('jobs')).toMatchObject(left);
    }
  });
});

describe('0009-retired-indexes', () => {
  it('drops what no query uses any more, and neither documents nor indexes of operators', async () => {
    const db = client.db();
    const requests = db.collection('job_start_requests');
    await requests.deleteMany({});
    await requests.insertOne({ n: 1, status: 'waiting' });
    await requests.createIndex({ status: 1, at: 1, _id: 1 }, { name: 'waiting' }, {});
    await requests.createIndex({ status: 1, startedBy: 1 }, { name: 'turns' }, {});
    await db.collection('backups').createIndex({ date: 1 }, { name: 'dates' }, {});
    const names = async (collection: string): Promise<readonly string[]> => {
      const indexes = await db.collection(collection).listIndexes().toArray();
      return indexes.map(({ name }) => String(name));
    };
    for (let run = 0; run < 2; run += 1) {
      await retiredIndexes.run(db);
      expect(await names('job_start_requests')).toEqual(['_id_', 'turns']);
      expect(await names('backups')).toEqual(['_id_', 'dates']);
      expect(await find('job_start_requests')).toEqual([{ status: 'waiting' }]);
    }
  });
});
