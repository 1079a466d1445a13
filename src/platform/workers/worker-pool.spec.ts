import { describe, expect, it } from 'vitest';
import { jobCaller, type WorkerBounds, WorkerPool } from './worker-pool.js';
import { workerTask } from './worker-task.js';
import {
  type doubled,
  type failing,
  type filling,
  type reversed,
  type turning,
} from '../../../test/support/worker-functions.js';

const MODULE = new URL('../../../test/support/worker-functions.js', import.meta.url);
const DOUBLED = workerTask<typeof doubled>(MODULE, 'doubled');
const FAILING = workerTask<typeof failing>(MODULE, 'failing');
const FILLING = workerTask<typeof filling>(MODULE, 'filling');
const REVERSED = workerTask<typeof reversed>(MODULE, 'reversed');
const TURNING = workerTask<typeof turning>(MODULE, 'turning');
const BOUNDS: WorkerBounds = {
  threads: 1,
  waitingPerCaller: 1,
  waitingInAll: 1,
  timeoutMs: 60_000,
  memoryMaxMb: 32,
  idleMs: 10,
};
const pool = (more: Partial<WorkerBounds> = {}): WorkerPool =>
  new WorkerPool({ ...BOUNDS, ...more });

describe('WorkerPool', () => {
  it('carries a function out in a thread, while this one goes on', async () => {
    const workers = pool();
    // The thread turns until this one, which is not held up, tells it to stop.
    const stop = new Int32Array(new SharedArrayBuffer(8));
    const turns = workers.run(TURNING, stop, 'a');
    while (Atomics.load(stop, 1) === 0) await new Promise(setImmediate);
    Atomics.store(stop, 0, 1);
    expect(await turns).toBeGreaterThan(0);
    expect(workers.done).toBe(1);
  });

  it('tells what the function throws, and goes on', async () => {
    const workers = pool();
    await expect(workers.run(FAILING, 'so it goes', 'a')).rejects.toThrow('so it goes');
    expect(await workers.run(DOUBLED, 2, 'a')).toBe(4);
  });

  it('hands bytes over as they are; a few of a larger memory are copied, and stay', async () => {
    const workers = pool();
    const many = Buffer.alloc(100_000, 'ab');
    expect(Buffer.from(await workers.run(REVERSED, many, 'a')).toString('latin1', 0, 4)).toBe(
      'baba',
    );
    expect(many).toHaveLength(0);
    const few = Buffer.from('few');
    expect(Buffer.from(await workers.run(REVERSED, few, 'a')).toString()).toBe('wef');
    expect(few.toString()).toBe('few');
  });

  it.each([
    ['time', pool({ timeoutMs: 1 }), TURNING, new Int32Array(new SharedArrayBuffer(8))],
    ['memory', pool(), FILLING, new Int32Array(1)],
  ] as const)(
    'gives up what takes more %s than it may, and goes on',
    async (_, workers, task, input) => {
      await expect(workers.run(task, input, 'a')).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'too-expensive',
      });
      expect(await pool().run(DOUBLED, 2, 'a')).toBe(4);
    },
  );

  it('does one of each caller at a time, and lets a bounded number wait', async () => {
    const workers = pool({ threads: 2, waitingInAll: 8 });
    const first = workers.run(DOUBLED, 1, 'a');
    const second = workers.run(DOUBLED, 2, 'a');
    await expect(workers.run(DOUBLED, 3, 'a')).rejects.toMatchObject({
      kind: 'too-many-requests',
      code: 'too-many-computations',
      retryAfterSeconds: 5,
    });
    expect(await Promise.all([first, second, workers.run(DOUBLED, 4, 'b')])).toEqual([2, 4, 8]);
  });

  it('lets the tasks of jobs of an account wait, beside what the account asks for itself', async () => {
    const workers = pool({ waitingInAll: 2 });
    const own = workers.run(DOUBLED, 0, 'a');
    const tasks = [1, 2, 3, 4].map((number) => workers.run(DOUBLED, number, jobCaller('a')));
    expect(await Promise.all([own, ...tasks])).toEqual([0, 2, 4, 6, 8]);
  });

  it('lets a bounded number wait in all', async () => {
    const workers = pool();
    const running = [workers.run(DOUBLED, 1, 'a'), workers.run(DOUBLED, 2, 'b')];
    await expect(workers.run(DOUBLED, 3, 'c')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await Promise.all(running)).toEqual([2, 4]);
  });
});
