import { describe, expect, it } from 'vitest';
import { forEachLimited } from './for-each-limited.js';

async function* numbers(count: number, onEnd?: () => void): AsyncIterable<number> {
  try {
    for (let at = 0; at < count; at += 1) yield await Promise.resolve(at);
  } finally {
    onEnd?.();
  }
}

describe('forEachLimited', () => {
  it('does the work for every item, never for more than the limit at once', async () => {
    const done: number[] = [];
    let [running, most] = [0, 0];
    await forEachLimited(numbers(50), 4, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      running -= 1;
      done.push(item);
    });
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at));
    expect(most).toBe(4);
  });

  it('begins nothing new after a failure, and closes the source', async () => {
    const begun: number[] = [];
    let isClosed = false;
    const source = numbers(1000, () => {
      isClosed = true;
    });
    const work = forEachLimited(source, 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 5) throw new Error('broken');
    });
    await expect(work).rejects.toThrow('broken');
    expect(begun.length).toBeLessThan(12);
    expect(isClosed).toBe(true);
  });

  it('asks the source for one item at a time', async () => {
    let [asked, most, left] = [0, 0, 20];
    const source: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          asked += 1;
          most = Math.max(most, asked);
          await new Promise(setImmediate);
          asked -= 1;
          left -= 1;
          return left < 0 ? { done: true, value: undefined } : { done: false, value: left };
        },
      }),
    };
    await forEachLimited(source, 16, () => Promise.resolve());
    expect(most).toBe(1);
  });

  it('passes on a failure of the source', async () => {
    async function* broken(): AsyncIterable<number> {
      yield await Promise.resolve(1);
      throw new Error('no more');
    }
    await expect(forEachLimited(broken(), 3, () => Promise.resolve())).rejects.toThrow('no more');
  });
});
