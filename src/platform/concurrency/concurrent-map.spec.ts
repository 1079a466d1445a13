import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { concurrentMap } from './concurrent-map.js';

const NEVER = new AbortController().signal;

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('concurrentMap', () => {
  it('keeps the order of the items and the bound, whatever takes how long', async () => {
    const turns = fc.array(fc.nat(4), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(turns, fc.integer({ min: 1, max: 5 }), async (waits, ahead) => {
        let running = 0;
        let most = 0;
        const work = async (turnsToWait: number): Promise<number> => {
          most = Math.max(most, (running += 1));
          for (let turn = 0; turn < turnsToWait; turn += 1) await nextTurn();
          running -= 1;
          return turnsToWait;
        };
        expect(await all(concurrentMap(waits, { ahead, signal: NEVER }, work))).toEqual(waits);
        expect(most).toBeLessThanOrEqual(ahead);
      }),
      { numRuns: 50 },
    );
  });

  it('gives what came before a failure, and then the failure', async () => {
    const seen: number[] = [];
    const work = (item: number): Promise<number> =>
      item === 3 ? Promise.reject(new Error('three')) : Promise.resolve(item);
    const listing = async (): Promise<void> => {
      for await (const item of concurrentMap([1, 2, 3, 4], { ahead: 4, signal: NEVER }, work)) {
        seen.push(item);
      }
    };
    await expect(listing()).rejects.toThrow('three');
    expect(seen).toEqual([1, 2]);
  });

  it('aborts what is under way when nobody listens any more', async () => {
    const ended: boolean[] = [];
    const work = async (item: number, signal: AbortSignal): Promise<number> => {
      if (item > 1) await once(signal, 'abort');
      ended.push(signal.aborted);
      return item;
    };
    for await (const item of concurrentMap([1, 2, 3], { ahead: 3, signal: NEVER }, work)) {
      expect(item).toBe(1);
      break;
    }
    expect(ended).toEqual([false, true, true]);
  });
});
