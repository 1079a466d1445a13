import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import mongoose, { type Connection, Schema } from 'mongoose';
import { testDatabase, type TestDatabase } from '../../../test/support/database.js';
import { connectionOptions } from './connection-options.js';
import { type Migration } from './migration.js';
import { type Preparation, prepareDatabase, type PreparationStep } from './prepare-database.js';
import { type Seed } from './seed.js';

const closers: (() => Promise<void>)[] = [];
const databases: TestDatabase[] = [];

function setup(): TestDatabase {
  const database = testDatabase('prepare');
  databases.push(database);
  return database;
}

async function aNode(uri: string): Promise<Connection> {
  const connection = await mongoose
    .createConnection(uri, connectionOptions(uri, 'standalone'))
    .asPromise();
  closers.push(() => connection.close());
  return connection;
}

function aPreparation(connection: Connection, more: Partial<Preparation> = {}): Preparation {
  return { connection, migrations: [], seeds: [], ...more };
}

function declare(connection: Connection, name: string, options: mongoose.IndexOptions = {}): void {
  const schema = new Schema({ name: String }, { collection: 'things' });
  schema.index({ name: 1 }, options);
  connection.model(name, schema);
}

async function indexNames(connection: Connection): Promise<string[]> {
  const indexes = await connection.collection('things').indexes();
  return indexes.map(({ name }) => name ?? '');
}

const countRuns = (id: string): Migration => ({
  id,
  run: async (db) => {
    await db.collection('runs').insertOne({ id });
  },
});

async function runsOf(connection: Connection): Promise<unknown[]> {
  const runs = await connection.collection('runs').find().sort({ _id: 1 }).toArray();
  return runs.map(({ id }) => id as unknown);
}

describe('prepareDatabase', () => {
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  describe('indexes', () => {
    it('are made as declared, again without change, and never dropped', async () => {
      const node = await aNode(setup().uri);
      await node.collection('things').createIndex({ other: 1 }, {}, {});
      declare(node, 'Thing', { unique: true });
      await prepareDatabase(aPreparation(node));
      await prepareDatabase(aPreparation(node));
      expect(await indexNames(node)).toEqual(['_id_', 'other_1', 'name_1']);
    });

    it('with the same keys in another order are made both, one that two models declare once', async () => {
      const node = await aNode(setup().uri);
      const schema = new Schema({ name: String, other: String }, { collection: 'things' });
      schema.index({ name: 1, other: 1 }).index({ other: 1, name: 1 });
      node.model('Thing', schema);
      node.model('SameThing', schema.clone());
      await prepareDatabase(aPreparation(node));
      expect(await indexNames(node)).toEqual(['_id_', 'name_1_other_1', 'other_1_name_1']);
    });

    it('that exist with another definition are told in words', async () => {
      const node = await aNode(setup().uri);
      await node.collection('things').createIndex({ name: 1 }, {}, {});
      declare(node, 'Thing', { unique: true });
      await expect(prepareDatabase(aPreparation(node))).rejects.toThrow(
        'The unique index {"name":1} of things exists with another definition. A migration must drop the old one first.',
      );
    });

    it('that stored documents contradict are told in words', async () => {
      const node = await aNode(setup().uri);
      await node.collection('things').insertMany([{ name: 'same' }, { name: 'same' }]);
      declare(node, 'Thing', { unique: true });
      await expect(prepareDatabase(aPreparation(node))).rejects.toThrow(
        'The unique index {"name":1} of things cannot be made: several documents have the same value.',
      );
    });

    it('are made after the migration that removes what was in their way', async () => {
      const node = await aNode(setup().uri);
      await node.collection('things').createIndex({ name: 1 }, {}, {});
      declare(node, 'Thing', { unique: true });
      const migration: Migration = {
        id: '0001-drop',
        run: async (db) => {
          await db.collection('things').dropIndex('name_1');
        },
      };
      await prepareDatabase(aPreparation(node, { migrations: [migration] }));
      const indexes = await node.collection('things').indexes();
      expect(indexes).toContainEqual(expect.objectContaining({ name: 'name_1', unique: true }));
    });
  });

  describe('migrations', () => {
    it('run once, in order', async () => {
      const node = await aNode(setup().uri);
      const migrations = [countRuns('0001-a'), countRuns('0002-b')];
      await prepareDatabase(aPreparation(node, { migrations: migrations.slice(0, 1) }));
      await prepareDatabase(aPreparation(node, { migrations }));
      await prepareDatabase(aPreparation(node, { migrations }));
      expect(await runsOf(node)).toEqual(['0001-a', '0002-b']);
    });

    it('run once when two nodes start together', async () => {
      const { uri } = setup();
      const migrations = ['0001-a', '0002-b', '0003-c'].map(countRuns);
      const [one, two] = [await aNode(uri), await aNode(uri)];
      await Promise.all(
        [one, two].map((node) => prepareDatabase(aPreparation(node, { migrations }))),
      );
      expect(await runsOf(one)).toEqual(['0001-a', '0002-b', '0003-c']);
    });

    it('go on after a crash, with what the broken one had saved', async () => {
      const node = await aNode(setup().uri);
      const seen: unknown[] = [];
      const broken: Migration = {
        id: '0002-b',
        run: async (_db, progress) => {
          seen.push(progress.saved);
          await progress.save({ upTo: 7 });
          if (seen.length === 1) throw new Error('cut off');
        },
      };
      const migrations = [countRuns('0001-a'), broken, countRuns('0003-c')];
      await expect(prepareDatabase(aPreparation(node, { migrations }))).rejects.toThrow('cut off');
      await prepareDatabase(aPreparation(node, { migrations }));
      expect(seen).toEqual([undefined, { upTo: 7 }]);
      expect(await runsOf(node)).toEqual(['0001-a', '0003-c']);
    });

    it('of a newer version stop an older one', async () => {
      const node = await aNode(setup().uri);
      await prepareDatabase(aPreparation(node, { migrations: [countRuns('0009-future')] }));
      await expect(prepareDatabase(aPreparation(node))).rejects.toThrow(
        'The database was changed by a newer version of this program (0009-future)',
      );
    });

    it('out of order are refused before any runs', async () => {
      const node = await aNode(setup().uri);
      const migrations = [countRuns('0002-b'), countRuns('0001-a')];
      await expect(prepareDatabase(aPreparation(node, { migrations }))).rejects.toThrow('order');
      expect(await runsOf(node)).toEqual([]);
    });
  });

  describe('seeds', () => {
    it('run at every start, in their order, after the rest', async () => {
      const node = await aNode(setup().uri);
      const steps: PreparationStep[] = [];
      const seeds: Seed[] = ['first', 'second'].map((name) => ({
        name,
        run: async () => {
          await node.collection('runs').insertOne({ id: name });
        },
      }));
      const onStep = (step: PreparationStep): void => void steps.push(step);
      const migrations = [countRuns('0001-a')];
      await prepareDatabase(aPreparation(node, { seeds, migrations, onStep }));
      await prepareDatabase(aPreparation(node, { seeds, migrations }));
      expect(await runsOf(node)).toEqual(['0001-a', 'first', 'second', 'first', 'second']);
      expect(steps).toEqual([
        { kind: 'indexes' },
        { kind: 'migration', id: '0001-a', isNew: true },
        { kind: 'seed', name: 'first' },
        { kind: 'seed', name: 'second' },
      ]);
    });
  });

  describe('a disk without space', () => {
    it('is told in words', async () => {
      const connection = await aNode(setup().uri);
      const full: Seed = {
        name: 'full',
        run: () =>
          Promise.reject(new mongoose.mongo.MongoServerError({ message: 'x', code: 14_031 })),
      };
      await expect(prepareDatabase(aPreparation(connection, { seeds: [full] }))).rejects.toThrow(
        /too little free space/,
      );
    });
  });

  describe('the lock', () => {
    const HOUR_MS = 3_600_000;

    async function heldBy(node: Connection, pid: number, leaseMs: number): Promise<void> {
      await prepareDatabase(aPreparation(node));
      await node
        .collection('platform.locks')
        .updateOne({}, [{ $set: { holder: 'other', pid, until: { $add: ['$$NOW', leaseMs] } } }]);
    }

    it('of a process that died on this machine is taken over at once', async () => {
      const node = await aNode(setup().uri);
      const { pid } = spawnSync(process.execPath, ['--version']);
      await heldBy(node, pid, HOUR_MS);
      await expect(prepareDatabase(aPreparation(node))).resolves.toBeUndefined();
    });

    it('of a living node is waited for until its lease ends, and the wait is told', async () => {
      const node = await aNode(setup().uri);
      await heldBy(node, process.pid, 500);
      const steps: PreparationStep[] = [];
      await prepareDatabase(aPreparation(node, { onStep: (step) => void steps.push(step) }));
      expect(steps[0]).toEqual({ kind: 'waiting' });
    });

    it('outlasts work that takes longer than a lease', async () => {
      const { uri } = setup();
      const nodes = [await aNode(uri), await aNode(uri)];
      const order: string[] = [];
      const slow: Seed = {
        name: 'slow',
        run: async () => {
          order.push('in');
          const until = performance.now() + 700;
          while (performance.now() < until) await nodes[0]?.db?.command({ ping: 1 });
          order.push('out');
        },
      };
      await Promise.all(
        nodes.map((node) => prepareDatabase(aPreparation(node, { seeds: [slow], leaseMs: 300 }))),
      );
      expect(order).toEqual(['in', 'out', 'in', 'out']);
    });

    it('that was lost stops the work before its next step', async () => {
      const node = await aNode(setup().uri);
      const ran: string[] = [];
      const robbed: Seed = {
        name: 'robbed',
        run: async () => {
          ran.push('robbed');
          await node.collection('platform.locks').updateOne({}, { $set: { holder: 'thief' } });
          const until = performance.now() + 300;
          while (performance.now() < until) await node.db?.command({ ping: 1 });
        },
      };
      const next: Seed = {
        name: 'next',
        run: () => {
          ran.push('next');
          return Promise.resolve();
        },
      };
      await expect(
        prepareDatabase(aPreparation(node, { seeds: [robbed, next], leaseMs: 300 })),
      ).rejects.toThrow("the lock 'prepare' was lost");
      expect(ran).toEqual(['robbed']);
    });
  });
});
