import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import mongoose, { type Connection, Schema } from 'mongoose';
import { StandInReplicaSet } from '../../../test/support/replica-set.js';
import { findConnectionOptions } from './connection-options.js';
import { LeaseLock } from './lease-lock.js';
import { type Migration } from './migration.js';
import { toDatabaseFailure } from './mongo-failures.js';
import { prepareDatabase } from './prepare-database.js';

/** Longer than the test. */
const SILENT_MS = 600_000;
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

interface Counted {
  readonly _id: number;
  readonly count: number;
}

describe('a replica set', () => {
  let set: StandInReplicaSet;
  let connection: Connection;
  let ids = 0;

  const counted = () => connection.collection<Counted>('counted');
  const aDocument = async () => {
    ids += 1;
    await counted().insertOne({ _id: ids, count: 0 });
    return ids;
  };
  const countOn = (_id: number) => counted().updateOne({ _id }, { $inc: { count: 1 } });
  const countOf = async (_id: number) => (await counted().findOne({ _id }))?.count;
  /** What another test has migrated would be unknown to this one. */
  const forgetMigrations = () => connection.collection('platform.migrations').deleteMany({});
  const failureOf = (work: Promise<unknown>) =>
    work.then(() => undefined, toDatabaseFailure).then((failure) => failure?.code);

  beforeAll(async () => {
    set = await StandInReplicaSet.start('replica-set');
    const options = await findConnectionOptions(set.uri);
    connection = await mongoose.createConnection(set.uri, options).asPromise();
  });

  afterAll(async () => {
    await connection.close();
    await set.close();
  });

  it('is written to with a majority, on disk', () => {
    expect(connection.getClient().writeConcern).toMatchObject({ w: 'majority', journal: true });
  });

  it.each([
    ['whose reply is lost', { kind: 'loseReply' }],
    ['whose connection breaks before', { kind: 'dropBefore' }],
    ['whose server steps down before', { kind: 'error', code: 10_107 }],
    ['whose server ends before', { kind: 'error', code: 11_600 }],
    ['whose server steps down before a majority has it', { kind: 'concernError', code: 189 }],
  ] as const)('makes a write once %s', async (_, fault) => {
    const id = await aDocument();
    await set.fault({ ...fault, only: WRITES });
    await countOn(id);
    expect([await countOf(id), (await set.counts()).left]).toEqual([1, 0]);
  });

  it('takes writes again behind an election, whether its primary stepped down or died', async () => {
    const id = await aDocument();
    const stepped = set.stepDown(300);
    await countOn(id);
    await stepped;
    const died = set.crash(300, 600);
    await countOn(id).catch(() => countOn(id)); // whether it was made nobody knows: it is not repeated
    await died;
    expect(await countOf(id)).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['many documents', () => counted().updateMany({}, { $set: { seen: true } })],
    ['a bulk', () => counted().bulkWrite([{ updateMany: { filter: {}, update: { $set: {} } } }])],
  ])('tells a lost reply to a write of %s as unavailable', async (_, write) => {
    await set.fault({ kind: 'loseReply', only: WRITES });
    expect(await failureOf(write())).toBe('database-unavailable');
  });

  it('is asked again where a member takes a command and never answers', async () => {
    const uri = `${set.uri}&socketTimeoutMS=500`;
    const hasty = await mongoose
      .createConnection(uri, await findConnectionOptions(uri))
      .asPromise();
    const id = await aDocument();
    await set.fault({ kind: 'delay', ms: SILENT_MS, only: ['find'] });
    const read = await hasty.collection<Counted>('counted').findOne({ _id: id });
    expect([read?.count, (await set.counts()).left]).toEqual([0, 0]);
    await set.fault({ kind: 'delay', ms: SILENT_MS, only: ['find'], count: 2 });
    expect(await failureOf(hasty.collection('counted').findOne({}))).toBe('database-unavailable');
    await hasty.close();
  });

  it('builds indexes and migrates for as long as that takes', async () => {
    const uri = `${set.uri}&socketTimeoutMS=300`;
    const hasty = await mongoose
      .createConnection(uri, await findConnectionOptions(uri))
      .asPromise();
    hasty.model('Slow', new Schema({ at: Number }, { collection: 'slow' }).index({ at: 1 }));
    let runs = 0;
    const migration: Migration = {
      id: '0001-slow',
      run: async (db) => {
        runs += 1;
        await db.collection('slow').deleteMany({ at: { $lt: 0 } });
      },
    };
    await forgetMigrations();
    await set.fault({ kind: 'delay', ms: 900, only: ['createIndexes', 'delete'], count: 2 });
    await prepareDatabase({ connection: hasty, migrations: [migration], seeds: [] });
    const names = await hasty.collection('slow').indexes();
    expect(names.map(({ name }) => name)).toContain('at_1');
    expect([runs, (await set.counts()).left]).toEqual([1, 0]);
    await hasty.close();
  });

  it('that may not repeat writes tells a lost reply as unavailable', async () => {
    const uri = `${set.uri}&retryWrites=false`;
    const once = await mongoose.createConnection(uri, await findConnectionOptions(uri)).asPromise();
    const id = await aDocument();
    await set.fault({ kind: 'loseReply', only: WRITES });
    const write = once
      .collection<Counted>('counted')
      .updateOne({ _id: id }, { $inc: { count: 1 } });
    expect([await failureOf(write), await countOf(id)]).toEqual(['database-unavailable', 1]);
    await once.close();
  });

  it('tells a cursor that was lost with its primary as unavailable', async () => {
    await counted().insertMany([1, 2, 3].map((count) => ({ _id: 1000 + count, count })));
    const cursor = counted().find({}, { batchSize: 1 });
    await cursor.next();
    await set.crash(100, 200);
    expect(await failureOf(cursor.toArray())).toBe('database-unavailable');
  });

  it('is prepared though replies are lost meanwhile', async () => {
    const schema = new Schema({ name: String }, { collection: 'prepared' });
    connection.model('prepared', schema.index({ name: 1 }));
    await forgetMigrations();
    await set.fault({ kind: 'loseReply', only: ['createIndexes'] });
    const runs: number[] = [];
    const migration = {
      id: '0001-twice',
      run: async () => {
        runs.push(runs.length);
        if (runs.length === 1) await set.fault({ kind: 'dropBefore', only: ['update'], count: 2 });
      },
    };
    await prepareDatabase({ connection, migrations: [migration], seeds: [] });
    const indexes = await connection.collection('prepared').indexes();
    expect([indexes.map(({ name }) => name), runs]).toEqual([
      ['_id_', 'name_1'],
      [0, 1],
    ]);
  });

  it('gives a lock back as soon as the database is there again', async () => {
    const { db } = connection;
    if (!db) throw new Error('not connected');
    // No answer comes to the release, nor to its repetition.
    const work = () => set.fault({ kind: 'dropBefore', only: ['update'], count: 2 });
    await new LeaseLock(db, 'kept', { waitMs: 0 }).hold(work);
    const done = () => Promise.resolve('done');
    expect(await new LeaseLock(db, 'kept', { waitMs: 5000 }).hold(done)).toBe('done');
  });

  it('leaves no lock behind whose taking failed', async () => {
    const { db } = connection;
    if (!db) throw new Error('not connected');
    const free = () => new LeaseLock(db, 'lost', { waitMs: 0 }).hold(() => Promise.resolve('done'));
    await free();
    // It is taken, and neither of the two answers comes.
    await set.fault({ kind: 'loseReply', only: ['findAndModify'], count: 2 });
    expect(await failureOf(free())).toBe('database-unavailable');
    expect(await free()).toBe('done');
  });
});
