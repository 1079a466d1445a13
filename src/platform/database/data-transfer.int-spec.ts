import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { testDatabase, type TestDatabase } from '../../../test/support/database.js';
import { exportData } from './transfer/export-data.js';
import { importData } from './transfer/import-data.js';
import { type Manifest } from './transfer/manifest.js';
import { type TransferProgress } from './transfer/transfer-progress.js';

const { BSON } = mongo;

const MIB = 1024 * 1024;

const EVERY_TYPE = {
  _id: new BSON.ObjectId('0123456789abcdef01234567'),
  double: new BSON.Double(2),
  nan: Number.NaN,
  text: 'é\u0000"\n',
  list: [1, [2], {}],
  bytes: new BSON.Binary(Buffer.from([1, 2, 3]), 0x80),
  uuid: new BSON.UUID('1b671a64-40d5-491e-99b0-da01ff1f3341'),
  flag: true,
  at: new Date('2024-05-06T07:08:09.010Z'),
  nothing: null,
  pattern: new BSON.BSONRegExp('^a/b', 'im'),
  code: new BSON.Code('f()'),
  codeWithScope: new BSON.Code('f()', { a: 1 }),
  symbol: new BSON.BSONSymbol('old'),
  int32: new BSON.Int32(-5),
  timestamp: new BSON.Timestamp({ t: 7, i: 9 }),
  int64: BSON.Long.fromString('9007199254740993'),
  decimal: BSON.Decimal128.fromString('1.10E+40'),
  least: new BSON.MinKey(),
  greatest: new BSON.MaxKey(),
};

/** What a document from outside may look like. */
const HOSTILE = new Map<string, unknown>([
  ['_id', 'hostile'],
  [
    'reference',
    new Map([
      ['$ref', 'a.b'],
      ['$id', 'c'],
    ]),
  ],
  ['looksLikeAnId', new Map([['$oid', '0123456789abcdef01234567']])],
  ['10', 1],
  ['9', 2],
]);

class CountingProgress implements TransferProgress {
  total = 0;
  done = 0;
  readonly entered: string[] = [];
  begin = (documents: number): void => void (this.total = documents);
  enter = (collection: string): void => void this.entered.push(collection);
  advance = (documents: number): void => void (this.done += documents);
  end = (): void => undefined;
}

describe('export and import', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let client: mongo.MongoClient;
  let from: mongo.Db;
  let into: mongo.Db;
  let root: string;
  let directory: string;

  beforeAll(async () => {
    source = testDatabase('export');
    target = testDatabase('import');
    client = await mongo.MongoClient.connect(source.uri);
    from = client.db(new URL(source.uri.replace(/.*\//, 'x:/')).pathname.slice(1));
    into = client.db(new URL(target.uri.replace(/.*\//, 'x:/')).pathname.slice(1));
  });
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'netadmin-transfer-'));
    directory = join(root, 'a', 'export');
  });
  afterEach(async () => {
    await from.dropDatabase();
    await into.dropDatabase();
    rmSync(root, { recursive: true, force: true });
  });
  afterAll(async () => {
    await client.close();
  });

  const exportAll = (progress: TransferProgress = new CountingProgress()): Promise<Manifest> =>
    exportData({ uri: source.uri, directory, progress });
  const importAll = (more: { replaces?: boolean; progress?: TransferProgress } = {}) =>
    importData({
      uri: target.uri,
      directory,
      replaces: false,
      progress: new CountingProgress(),
      ...more,
    });
  const rawOf = async (db: mongo.Db, name: string): Promise<string[]> => {
    const found = await db.collection(name).find({}, { raw: true }).sort({ _id: 1 }).toArray();
    return found.map((raw) => (raw as unknown as Buffer).toString('hex'));
  };
  const insert = (name: string, ...documents: mongo.Document[]) =>
    from.collection(name).insertMany(documents, { forceServerObjectId: true });

  it('keep every document byte for byte', async () => {
    await insert('types', EVERY_TYPE, HOSTILE);
    await insert('päths/of all kinds', { a: 'x'.repeat(200_000) });
    const expected = await rawOf(from, 'types');
    await exportAll();
    await importAll();
    expect(await rawOf(into, 'types')).toEqual(expected);
    expect(await rawOf(into, 'päths/of all kinds')).toEqual(
      await rawOf(from, 'päths/of all kinds'),
    );
  });

  it('keep the largest document that MongoDB stores', async () => {
    await insert('large', {
      _id: 'x' as never,
      text: '\u0001'.repeat(5 * MIB) + 'x'.repeat(11 * MIB - 100),
    });
    await exportAll();
    await importAll();
    expect(await rawOf(into, 'large')).toEqual(await rawOf(from, 'large'));
  });

  it('keep indexes, options, empty collections and views', async () => {
    await insert('things', { name: 'a', rank: 1 }, { name: 'b', rank: 2 });
    const things = from.collection('things');
    await things.createIndex({ name: 1 }, { unique: true, name: 'by name' }, {});
    await things.createIndex({ rank: -1 }, { partialFilterExpression: { rank: { $gt: 1 } } }, {});
    await things.createIndex({ name: 'text' }, {}, {});
    await from.createCollection('empty', {
      validator: { a: { $type: 'int' } },
    });
    await from.createCollection('ranked', {
      viewOn: 'things',
      pipeline: [{ $match: { name: { $regex: 'A', $options: 'i' } } }, { $sort: { rank: -1 } }],
    });
    await exportAll();
    await importAll();
    const described = async (db: mongo.Db): Promise<unknown> => ({
      things: await db.collection('things').listIndexes().toArray(),
      collections: (await db.listCollections({}, { nameOnly: false }).toArray())
        .map(({ name, type, options }) => ({ name, type, options }))
        .filter(({ name }) => !name.startsWith('system.'))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      ranked: await db
        .collection('ranked')
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    });
    expect(await described(into)).toEqual(await described(from));
  });

  it('count what they do', async () => {
    await insert('many', ...Array.from({ length: 2500 }, (_, n) => ({ n })));
    await insert('few', { n: 1 });
    const [exporting, importing] = [new CountingProgress(), new CountingProgress()];
    const manifest = await exportAll(exporting);
    await importAll({ progress: importing });
    expect(exporting).toMatchObject({ total: 2501, done: 2501, entered: ['few', 'many'] });
    expect(importing).toMatchObject({ total: 2501, done: 2501, entered: ['few', 'many'] });
    expect(manifest.collections.map(({ documents }) => documents)).toEqual([1, 2500]);
  });

  it('leave the locks of nodes where they are', async () => {
    await insert('platform.locks', { holder: 'x' });
    await exportAll();
    expect(readdirSync(directory)).toEqual(['manifest.json']);
  });

  describe('the files', () => {
    it('are for this user alone, compressed, one line for each document', async () => {
      await insert('types', EVERY_TYPE, HOSTILE);
      await exportAll();
      const files = readdirSync(directory).sort();
      expect(files).toEqual(['manifest.json', 'types.jsonl.gz']);
      expect(statSync(directory).mode & 0o777).toBe(0o700);
      expect(files.map((file) => statSync(join(directory, file)).mode & 0o777)).toEqual([
        0o600, 0o600,
      ]);
      const text = gunzipSync(readFileSync(join(directory, 'types.jsonl.gz'))).toString();
      expect(text.split('\n')).toHaveLength(3);
      expect(text).toContain('"int64":{"$numberLong":"9007199254740993"}');
    });
  });

  describe('refuse', () => {
    it('to export into a directory that holds something', async () => {
      writeFileSync(join(root, 'file'), '');
      directory = root;
      await expect(exportAll()).rejects.toThrow(`The directory ${root} is not empty.`);
    });

    it('to import into a database that holds something, unless told that it may go', async () => {
      await insert('things', { _id: 1 as never });
      await exportAll();
      await into.collection('things').insertOne({ _id: 1 as never, old: true });
      await into.collection('other').insertOne({ old: true });
      await expect(importAll()).rejects.toThrow('is not empty (other has documents)');
      expect(await into.collection('other').countDocuments()).toBe(1);
      await importAll({ replaces: true });
      expect(await into.collection('things').find().toArray()).toEqual([{ _id: 1 }]);
      expect(await into.collection('other').countDocuments()).toBe(0);
    });

    it('a directory without a complete export', async () => {
      directory = root;
      await expect(importAll()).rejects.toThrow(
        `There is no complete export here: ${root}/manifest.json.`,
      );
      writeFileSync(join(root, 'manifest.json'), '{"format":"other"}');
      await expect(importAll()).rejects.toThrow('is not a manifest of an export');
      writeFileSync(join(root, 'manifest.json'), '{');
      await expect(importAll()).rejects.toThrow('is not a manifest of an export');
    });

    it.each<[string, (path: string) => void]>([
      [
        'is cut off',
        (path) => {
          truncateSync(path, statSync(path).size - 20);
        },
      ],
      [
        'is gone',
        (path) => {
          rmSync(path);
        },
      ],
      [
        'lacks a document',
        (path) => {
          writeFileSync(path, gzipSync('{"_id":1}\n'));
        },
      ],
      [
        'has another document',
        (path) => {
          writeFileSync(path, gzipSync('{"_id":1}\n{"_id":7}\n'));
        },
      ],
      [
        'has a line of something else',
        (path) => {
          writeFileSync(path, gzipSync('{"_id":1}\nx\n'));
        },
      ],
      [
        'has a document twice',
        (path) => {
          writeFileSync(path, gzipSync('{"_id":1}\n{"_id":1}\n'));
        },
      ],
    ])('an export of which a file %s, and name the file', async (_, damage) => {
      await insert('things', { _id: 1 as never }, { _id: 2 as never });
      await exportAll();
      const path = join(directory, 'things.jsonl.gz');
      damage(path);
      await expect(importAll()).rejects.toThrow(path);
    });

    it('a URI that nobody answers', async () => {
      const uri = 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=100';
      const progress = new CountingProgress();
      await expect(exportData({ uri, directory, progress })).rejects.toThrow(
        'No database answers at the URI.',
      );
    });
  });
});
