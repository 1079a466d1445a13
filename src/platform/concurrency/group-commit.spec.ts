import { describe, expect, it } from 'vitest';
import { GroupCommit } from './group-commit.js';

const BOUNDS = { batchMax: 3, queueMax: 100, retryMs: 3_600_000 };

/** A store whose writes end, or fail, when the test says so. */
class HandStore {
  readonly batches: (readonly number[])[] = [];
  private readonly ends: { done: () => void; fail: (error: Error) => void }[] = [];

  readonly write = (items: readonly number[]): Promise<void> => {
    this.batches.push(items);
    return new Promise((done, fail) => {
      this.ends.push({ done, fail });
    });
  };

  async end(how: 'done' | 'fail' = 'done'): Promise<void> {
    await settle();
    const end = this.ends.shift();
    if (how === 'done') end?.done();
    else end?.fail(new Error('no database'));
    await settle();
  }
}

/** Lets everything go on that waits for nothing else. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

const outcomes = (all: readonly Promise<void>[]) =>
  Promise.all(
    all.map((one) =>
      one.then(
        () => 'done',
        (error: unknown) => (error as Error).message,
      ),
    ),
  );

describe('GroupCommit', () => {
  it('writes together what came while a write was under way, in order and in bounds', async () => {
    const store = new HandStore();
    const commit = new GroupCommit(store.write, BOUNDS);
    const first = commit.add([1]);
    await settle();
    const others = [commit.add([2]), commit.add([3, 4]), commit.add([5])];
    await store.end();
    await store.end();
    await store.end();
    expect(await outcomes([first, ...others])).toEqual(['done', 'done', 'done', 'done']);
    expect(store.batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('tells callers of a failure, keeps their items and writes the same batch again', async () => {
    const store = new HandStore();
    const commit = new GroupCommit(store.write, BOUNDS);
    const told = outcomes([commit.add([1]), commit.add([2])]);
    await store.end('fail');
    expect(await told).toEqual(['no database', 'no database']);
    expect(commit.size).toBe(2);
    const later = commit.add([3]);
    const flushed = commit.flush();
    await store.end();
    await store.end();
    await Promise.all([later, flushed]);
    expect(store.batches).toEqual([[1, 2], [1, 2], [3]]);
    expect(commit.size).toBe(0);
  });

  it('writes what is added in the very moment in which a write ends', async () => {
    const store = new HandStore();
    const commit = new GroupCommit(store.write, BOUNDS);
    let second: Promise<void> | undefined;
    const first = commit.add([1]).then(() => {
      second = commit.add([2]);
    });
    await store.end();
    await first;
    await store.end();
    await second;
    expect(store.batches).toEqual([[1], [2]]);
  });

  it('says that a flush has failed', async () => {
    const store = new HandStore();
    const commit = new GroupCommit(store.write, BOUNDS);
    const told = outcomes([commit.add([1])]);
    await store.end('fail');
    await told;
    const flushed = outcomes([commit.flush()]);
    await store.end('fail');
    expect(await flushed).toEqual(['1 entries are not written']);
  });

  it('takes an item that is larger than a batch', async () => {
    const store = new HandStore();
    const commit = new GroupCommit(store.write, BOUNDS);
    const all = commit.add([1, 2, 3, 4, 5]);
    await store.end();
    await all;
    expect(store.batches).toEqual([[1, 2, 3, 4, 5]]);
  });

  it('has room for so many and no more', () => {
    const commit = new GroupCommit(() => Promise.resolve(), { ...BOUNDS, queueMax: 2 });
    expect([commit.hasRoom(2), commit.hasRoom(3)]).toEqual([true, false]);
  });
});
