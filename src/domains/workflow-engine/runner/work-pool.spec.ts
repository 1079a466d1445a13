import { describe, expect, it } from 'vitest';
import { WorkPool } from './work-pool.js';

describe('a pool of work', () => {
  it('gives starters their turns, and of each their families, whoever came first', async () => {
    const pool = new WorkPool(1);
    const done: string[] = [];
    const work = (rootStarter: string, rootId: string, name: string): Promise<void> =>
      pool.run({ rootStarter, rootId }, async () => {
        await Promise.resolve();
        done.push(name);
      });
    await Promise.all([
      work('ada', 'a1', 'first'),
      ...['1', '2', '3'].map((n) => work('ada', 'a1', `ada one ${n}`)),
      ...['1', '2'].map((n) => work('ada', 'a2', `ada two ${n}`)),
      work('bob', 'b1', 'bob 1'),
    ]);
    expect(done).toEqual([
      'first',
      'ada one 1',
      'bob 1',
      'ada two 1',
      'ada one 2',
      'ada two 2',
      'ada one 3',
    ]);
  });

  it('does so much at a time, and goes on after a failure', async () => {
    const pool = new WorkPool(2);
    const of = { rootStarter: 'ada', rootId: 'a1' };
    let [active, most] = [0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++active);
      await Promise.resolve();
      active -= 1;
      throw new Error('cannot');
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => pool.run(of, work)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(most).toBe(2);
  });
});
