import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { eventually } from '../../../test/support/eventually.js';
import { type JsonObject } from '../../kernel/json.js';
import { Metrics } from '../metrics/metrics.js';
import { type OperationProgress } from './operation-progress.js';
import { TRACKED_OPERATION_MODEL } from './tracked-operation.schema.js';
import {
  type OperationAbout,
  type OperationState,
  type TrackedOperation,
} from './tracked-operation.js';
import { TrackedOperationsRepository } from './tracked-operations.repository.js';
import { TrackedOperationsService } from './tracked-operations.service.js';

@Module({})
class Nothing {}

const ABOUT: OperationAbout = { kind: 'import', subject: '2 documents', isCancellable: true };

/** Work that ends when it is told to. */
const untilAborted = ({ signal }: OperationProgress): Promise<JsonObject> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

describe('TrackedOperationsService', () => {
  const database = testDatabase('tracked-operations');
  const nodes: TestingModule[] = [];
  const start = async (): Promise<TestingModule> => {
    const node = await startDomain({ uri: database.uri, module: Nothing });
    nodes.push(node);
    return node;
  };
  const of = (node: TestingModule) => node.get(TrackedOperationsService, { strict: false });
  let node: TestingModule;
  let operations: TrackedOperationsService;
  const stateOf = async (id: string): Promise<OperationState> => (await operations.find(id)).state;

  beforeAll(async () => {
    node = await start();
    operations = of(node);
  });
  afterEach(async () => {
    for (const other of nodes.splice(1)) await other.close();
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('does work, and keeps how far it came and what it answers', async () => {
    const { id, ended } = await operations.run(ABOUT, null, (progress) => {
      progress.report({ done: 1, total: 2, step: 'a' });
      return Promise.resolve({ $ref: 'a', $id: 'b', 'c.d': null });
    });
    const result = { $ref: 'a', $id: 'b', 'c.d': null };
    expect(await ended).toEqual(result);
    expect(await operations.find(id)).toMatchObject({
      state: 'succeeded',
      result,
      failure: null,
      isCancellable: false,
      progress: { done: 1, total: 2, step: 'a' },
    });
  });

  it('does eight at a time, and cancels what waits without beginning it', async () => {
    const begun = new Set<number>();
    const all = [];
    for (let at = 0; at < 10; at += 1) {
      const work = (progress: OperationProgress): Promise<JsonObject> => {
        begun.add(at);
        return untilAborted(progress);
      };
      all.push(await operations.run(ABOUT, null, work));
    }
    const ids = all.map(({ id }) => id);
    await eventually(
      () => Promise.resolve(begun.size),
      (size) => size === 8,
    );
    const states = await Promise.all(ids.map(stateOf));
    expect(states.filter((state) => state === 'queued')).toHaveLength(2);
    await operations.cancel(ids[9] ?? '');
    await expect(all[9]?.ended).rejects.toMatchObject({ code: 'operation-cancelled' });
    await operations.cancel(ids[0] ?? '');
    await eventually(
      () => Promise.resolve(begun.has(8)),
      (hasBegun) => hasBegun,
    );
    for (const id of ids.slice(1, 9)) await operations.cancel(id);
    await Promise.allSettled(all.map(({ ended }) => ended));
    expect(begun.has(9)).toBe(false);
    expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'cancelled'));
  });

  it('finds by its beat that another node was asked to cancel', async () => {
    const other = of(await start());
    const { id, ended } = await operations.run(ABOUT, null, untilAborted);
    await other.cancel(id);
    await operations.beat();
    await expect(ended).rejects.toMatchObject({ code: 'operation-cancelled' });
  });

  it('leaves behind what is interrupted when its node stops', async () => {
    const other = await start();
    const { id, ended } = await of(other).run(ABOUT, null, untilAborted);
    const failure = ended.catch((error: unknown) => error);
    await eventually(
      () => stateOf(id),
      (state) => state === 'running',
    );
    await other.close();
    expect(await failure).toMatchObject({ code: 'operation-interrupted' });
    expect(await stateOf(id)).toBe('interrupted');
  });

  it('begins nothing while its node stops', async () => {
    const other = of(await start());
    await other.onModuleDestroy();
    await expect(other.run(ABOUT, null, untilAborted)).rejects.toThrow('stopping');
  });

  it('does not give up what goes on', async () => {
    const { id, ended } = await operations.run(ABOUT, null, untilAborted);
    await operations.beat();
    await of(await start()).sweep();
    expect(['queued', 'running']).toContain(await stateOf(id));
    await operations.cancel(id);
    await expect(ended).rejects.toThrow();
  });

  it('keeps the end of what another node gave up too soon', async () => {
    let end: (answer: JsonObject) => void = () => undefined;
    const { id, ended } = await operations.run(
      ABOUT,
      null,
      () => new Promise<JsonObject>((resolve) => (end = resolve)),
    );
    await eventually(
      () => stateOf(id),
      (state) => state === 'running',
    );
    const repository = node.get(TrackedOperationsRepository, { strict: false });
    const { collection } = node.get<Model<TrackedOperation>>(
      getModelToken(TRACKED_OPERATION_MODEL),
      { strict: false },
    );
    // The node's own heartbeat may come in between.
    await eventually(
      async () => {
        await collection.updateOne({ _id: id as never }, { $set: { beat: new Date(0) } });
        await repository.interruptSilent();
        return stateOf(id);
      },
      (state) => state === 'interrupted',
    );
    end({ done: true });
    await ended;
    expect(await operations.find(id)).toMatchObject({ state: 'succeeded', result: { done: true } });
  });

  it('writes the end again when the database was away for a moment', async () => {
    const repository = node.get(TrackedOperationsRepository, { strict: false });
    const write = repository.end.bind(repository);
    let failures = 0;
    repository.end = async (...given) => {
      failures += 1;
      if (failures === 1) throw new Error('the database is away');
      await write(...given);
    };
    const { id, ended } = await operations.run(ABOUT, null, () => Promise.resolve({}));
    await ended;
    repository.end = write;
    expect([failures, await stateOf(id)]).toEqual([2, 'succeeded']);
  });

  it('counts how operations end', async () => {
    await (
      await operations.run(ABOUT, null, () => Promise.resolve({}))
    ).ended;
    const { id, ended } = await operations.run(ABOUT, null, untilAborted);
    await operations.cancel(id);
    await expect(ended).rejects.toMatchObject({ code: 'operation-cancelled' });
    const text = await node.get(Metrics, { strict: false }).text();
    expect(text).toMatch(/tracked_operations_total\{kind="import",state="succeeded"\} [1-9]/);
    expect(text).toMatch(/tracked_operations_total\{kind="import",state="cancelled"\} [1-9]/);
    expect(text).toMatch(/tracked_operation_duration_seconds_count\{kind="import"\} [1-9]/);
  });
});
