import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import mongoose, { type Connection, type Model, type mongo, Schema, trusted } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { DatabaseModule } from './database.module.js';
import { DatabaseProbe } from './database.probe.js';
import { toDatabaseFailure } from './mongo-failures.js';
import { fromStored, toStored } from './storable.js';

interface Thing {
  readonly _id: string;
  readonly name: string;
  readonly document?: unknown;
}

const thingSchema = new Schema<Thing>(
  { _id: String, name: String, document: Schema.Types.Mixed },
  { collection: 'things', strict: 'throw', versionKey: false, minimize: false },
);
thingSchema.index({ name: 1 }, { unique: true });

describe('DatabaseModule', () => {
  const database = testDatabase('module');
  let module: TestingModule;
  let connection: Connection;
  let things: Model<Thing>;
  let atStart: unknown;

  beforeAll(async () => {
    module = await Test.createTestingModule({
      imports: [
        DatabaseModule.with(`${database.uri}&monitorCommands=true`),
        MongooseModule.forFeature([{ name: 'Thing', schema: thingSchema }]),
      ],
    }).compile();
    await module.init();
    connection = module.get<Connection>(getConnectionToken());
    things = connection.model<Thing>('Thing');
    atStart = await connection.db?.listCollections().toArray();
  });

  afterAll(async () => {
    await module.close();
    await database.drop();
  });

  it('makes neither collections nor indexes by itself', () => {
    expect(atStart).toEqual([]);
  });

  it('asks for writes that are on disk', () => {
    expect(connection.getClient().options.writeConcern).toMatchObject({ j: true });
  });

  it('works on no reading for longer than anybody waits for it', async () => {
    const heard: mongo.Document[] = [];
    connection.getClient().on('commandStarted', ({ command }) => heard.push(command));
    await things.find({ name: 'a' }).lean();
    await things.findOne({ name: 'a' }).lean();
    await things.countDocuments({ name: 'a' });
    await things.distinct('name', { name: 'a' });
    await things.aggregate([{ $match: { name: 'a' } }]);
    expect(heard).toHaveLength(5);
    for (const command of heard) expect(command).toMatchObject({ maxTimeMS: 20_000 });
  });

  it('needs neither sessions nor transactions', async () => {
    const heard: string[] = [];
    connection.getClient().on('commandStarted', ({ command }) => {
      heard.push(...Object.keys(command));
    });
    await things.create({ _id: 'sessions', name: 'sessions' });
    await things.findOneAndUpdate({ _id: 'sessions' }, { $set: { name: 'none' } });
    expect(heard).toEqual(expect.arrayContaining(['insert', 'findAndModify', 'writeConcern']));
    expect(heard).not.toContain('startTransaction');
    expect(heard).not.toContain('autocommit');
  });

  it('takes operators in filters from trusted code alone', async () => {
    await things.create({ _id: 'a', name: 'one' });
    // What a body could carry where a text is meant.
    const hostile: Record<string, unknown> = { name: { $ne: null } };
    await expect(things.find(hostile).exec()).rejects.toThrow('Cast to string failed');
    expect(await things.countDocuments({ name: trusted({ $eq: 'one' }) })).toBe(1);
  });

  it('refuses filters on fields that the schema does not know', async () => {
    const filter: Record<string, unknown> = { nmae: 'x' };
    await expect(things.find(filter).exec()).rejects.toMatchObject({ name: 'StrictModeError' });
  });

  it('tells a taken unique value as a conflict', async () => {
    await things.createIndexes();
    await things.create({ _id: 'u1', name: 'unique' });
    const failure = await things.create({ _id: 'u2', name: 'unique' }).catch(toDatabaseFailure);
    expect(failure).toMatchObject({ kind: 'conflict', code: 'duplicate' });
  });

  it.each([
    { $ref: 'a', $id: 'b' },
    { nested: [{ $ref: 'a.b', $id: 'b', more: 1 }] },
    { $id: 'x', type: 'object' },
    { $ref: '#/definitions/a', $schema: 'x' },
    { $set: { a: 1 }, $where: 'x', 'a.b': 1, '': null },
  ])('gives back %j as it was', async (document) => {
    const _id = JSON.stringify(document);
    await things.create({ _id, name: _id, document: toStored(document) });
    const found = await things.findOne({ _id }).lean<{ document: never }>().exec();
    expect(found && fromStored(found.document)).toEqual(document);
  });

  it('leaves nothing of itself in the process once it is closed', async () => {
    const other = await Test.createTestingModule({
      imports: [DatabaseModule.with(database.uri)],
    }).compile();
    const itsConnection = other.get<Connection>(getConnectionToken());
    expect(mongoose.connections).toContain(itsConnection);
    await other.close();
    expect(mongoose.connections).not.toContain(itsConnection);
  });

  it('reports a database that answers', async () => {
    const probe = module.get(DatabaseProbe);
    await expect(probe.check()).resolves.toBeUndefined();
    expect(probe.state()).toEqual({ kind: 'running' });
  });
});
