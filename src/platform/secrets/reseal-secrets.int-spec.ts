import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { type TransferProgress } from '../database/transfer/transfer-progress.js';
import { resealSecrets, type ResealReport } from './reseal-secrets.js';
import { SealedDocumentsRepository } from './sealed-documents.repository.js';
import { SecretBox } from './secret-box.js';

const { BSON } = mongo;
const MIB = 1024 * 1024;

interface Row {
  readonly _id: string;
  readonly [field: string]: unknown;
}

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const former = new SecretBox([oldKey]);
const box = new SecretBox([newKey, oldKey]);
const newest = new SecretBox([newKey]);

const SILENT: TransferProgress = {
  begin: () => undefined,
  enter: () => undefined,
  advance: () => undefined,
  end: () => undefined,
};

const database = testDatabase('reseal');
let client: mongo.MongoClient;
let db: mongo.Db;

const reseal = (progress: Partial<TransferProgress> = {}): Promise<ResealReport> =>
  resealSecrets({
    documents: new SealedDocumentsRepository(db),
    box,
    progress: { ...SILENT, ...progress },
  });

/** Every sealed text of the database, opened by the newest key alone. */
async function openedTexts(): Promise<string[]> {
  const found: string[] = [];
  for (const collection of await db.collections()) {
    for (const document of await collection.find().toArray()) {
      const sealed = JSON.stringify(document).match(/\$ENC1\.[\w.-]+/g) ?? [];
      found.push(...sealed.map((text) => newest.unseal(text)));
    }
  }
  return found.sort();
}

async function rawDocuments(collection: string): Promise<Buffer[]> {
  const raw = await db.collection(collection).find({}, { raw: true }).sort({ _id: 1 }).toArray();
  return raw as unknown as Buffer[];
}

/** A document around a sealed text, as profiles and verbatim documents hold it. */
const documentOf = (number: number) => ({
  number,
  ...(number % 3 === 0
    ? { document: JSON.stringify({ $ref: 'x', $id: 'y', token: former.seal(`s${number}`) }) }
    : { document: { repos: [{ credentials: { 'to.ken': former.seal(`s${number}`) } }] } }),
});

beforeAll(async () => {
  client = await mongo.MongoClient.connect(database.uri);
  db = client.db();
});
beforeEach(() => database.drop());
afterAll(async () => {
  await client.close();
  await database.drop();
});

describe('resealSecrets', () => {
  it('brings every collection to the newest key', async () => {
    await db.collection('one').insertMany(Array.from({ length: 300 }, (_, n) => documentOf(n)));
    await db.collection('other').insertOne({ sealed: former.seal('x') });
    expect(await reseal()).toEqual({ resealed: 301, left: 0, places: [] });
    const expected = [...Array.from({ length: 300 }, (_, n) => `s${n}`), 'x'];
    expect(await openedTexts()).toEqual(expected.sort());
  });

  it('leaves everything else byte for byte', async () => {
    const strange = new Map<string, unknown>([
      ['10', new BSON.Double(1)],
      ['9', BSON.Long.fromString('7')],
      ['$set', { $gt: '', 'a.b': null }],
      ['date', new Date(5)],
      ['pattern', new BSON.BSONRegExp('^a', 'i')],
    ]);
    const plain = { _id: 'a', ...Object.fromEntries(strange) };
    const around = new Map<string, unknown>([...strange, ['sealed', former.seal('x')]]);
    await db.collection<Row>('plain').insertOne(plain);
    await db.collection('around').insertOne(around);
    const before = { plain: await rawDocuments('plain'), around: await rawDocuments('around') };
    await reseal();
    expect(await rawDocuments('plain')).toEqual(before.plain);
    const [raw] = await rawDocuments('around');
    const at = before.around[0]?.indexOf('$ENC1.') ?? -1;
    expect(at).toBeGreaterThan(0);
    expect(raw?.subarray(0, at)).toEqual(before.around[0]?.subarray(0, at));
    expect(raw?.length).toBe(before.around[0]?.length);
  });

  it('does a large document too, which does not fit twice into a command', async () => {
    const filler = 'x'.repeat(9 * MIB);
    await db.collection('large').insertOne({ filler, list: [{ token: former.seal('big') }] });
    expect(await reseal()).toEqual({ resealed: 1, left: 0, places: [] });
    const found = await db.collection('large').findOne();
    expect(found?.['filler']).toBe(filler);
    expect(await openedTexts()).toEqual(['big']);
  });

  it('goes on where it was stopped', async () => {
    await db.collection('one').insertMany(Array.from({ length: 300 }, (_, n) => documentOf(n)));
    let done = 0;
    const stop = (): void => {
      done += 1;
      if (done === 120) throw new Error('killed');
    };
    await expect(reseal({ advance: stop })).rejects.toThrow('killed');
    expect((await reseal()).resealed).toBe(300 - 7 * 16);
    expect(await openedTexts()).toHaveLength(300);
  });

  it('loses no change that others make meanwhile', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => n);
    const rows = db.collection<{ _id: number; count: number; token: string }>('rows');
    await rows.insertMany(ids.map((_id) => ({ _id, count: 0, token: former.seal(`s${_id}`) })));
    const counts = new Map<number, number>();
    let running = true;
    const write = async (): Promise<void> => {
      for (let n = 0; running; n += 1) {
        const _id = (n * 7) % ids.length;
        // A node with the old key in front: it adds what the pass is past already.
        const $set = n % 11 === 0 ? { token: former.seal(`t${_id}`) } : {};
        await rows.updateOne({ _id }, { $inc: { count: 1 }, ...(n % 11 === 0 && { $set }) });
        counts.set(_id, (counts.get(_id) ?? 0) + 1);
      }
    };
    const writing = write();
    let seen = 0;
    await reseal({ advance: () => void (running = (seen += 1) < 180) });
    running = false;
    await writing;
    await reseal();
    for (const { _id, count, token } of await rows.find().toArray()) {
      expect([_id, count]).toEqual([_id, counts.get(_id) ?? 0]);
      expect(newest.unseal(token)).toMatch(new RegExp(`^[st]${_id}$`));
    }
  });

  it('changes nothing when it is run again', async () => {
    await db.collection('one').insertOne(documentOf(0));
    await reseal();
    const before = await rawDocuments('one');
    expect((await reseal()).resealed).toBe(0);
    expect(await rawDocuments('one')).toEqual(before);
  });

  it('names the place of what it cannot read, and goes on', async () => {
    const foreign = new SecretBox([randomBytes(32)]).seal('x');
    await db.collection<Row>('one').insertMany([
      { _id: 'a', profile: { 'a/b': [foreign] }, good: former.seal('one') },
      { _id: 'b', good: former.seal('two') },
    ]);
    expect(await reseal()).toEqual({
      resealed: 2,
      left: 1,
      places: [{ collection: 'one', id: 'a', pointer: '#/profile/a~1b/0', reason: 'unknown-key' }],
    });
  });

  it('does not touch views', async () => {
    await db.collection('one').insertOne(documentOf(1));
    await db.createCollection('view', { viewOn: 'one', pipeline: [] });
    expect((await reseal()).resealed).toBe(1);
  });
});
