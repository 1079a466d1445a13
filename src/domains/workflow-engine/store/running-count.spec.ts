import { describe, expect, it } from 'vitest';
import { RunningCount } from './running-count.js';

function setup(running: number): {
  count: RunningCount;
  reads: () => number;
  set: (running: number) => void;
  pass: (ms: number) => void;
} {
  let [now, reads, present] = [0, 0, running];
  const read = (): Promise<number> => {
    reads += 1;
    return Promise.resolve(present);
  };
  return {
    count: new RunningCount(read, () => now),
    reads: () => reads,
    set: (to) => (present = to),
    pass: (ms) => (now += ms),
  };
}

const enters = async (count: RunningCount, max: number): Promise<boolean> => {
  const leave = await count.enter('w', max);
  leave?.();
  return leave !== undefined;
};

describe('the count of what runs', () => {
  it('lets in until there are as many as may run', async () => {
    const { count, set } = setup(1);
    expect(await enters(count, 3)).toBe(true);
    set(2);
    expect(await enters(count, 3)).toBe(true);
    set(3);
    expect(await enters(count, 3)).toBe(false);
  });

  it('counts those that are let in and not stored yet', async () => {
    const { count } = setup(0);
    const entered = await Promise.all([1, 2, 3].map(() => count.enter('w', 2)));
    expect(entered.map((leave) => leave !== undefined)).toEqual([true, true, false]);
    for (const leave of entered) leave?.();
    expect(await enters(count, 2)).toBe(true);
  });

  it('takes in as much at once as there is room for', async () => {
    const { count } = setup(0);
    const first = await count.enter('w', 10, 7);
    expect(await count.enter('w', 10, 4)).toBeUndefined();
    first?.();
    expect(await count.enter('w', 10, 10)).toBeDefined();
  });

  it('looks once a second, however many come', async () => {
    const { count, reads, pass } = setup(0);
    for (let one = 0; one < 50; one += 1) await enters(count, 1000);
    expect(reads()).toBe(1);
    pass(1000);
    await enters(count, 1000);
    expect(reads()).toBe(2);
  });

  it('looks again before it refuses: what ran may have ended since', async () => {
    const { count, set } = setup(2);
    expect(await enters(count, 2)).toBe(false);
    set(1);
    expect(await enters(count, 2)).toBe(true);
  });

  it('asks again after a reading that failed', async () => {
    let failures = 1;
    const count = new RunningCount(
      () => (failures-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve(0)),
      () => 0,
    );
    await expect(count.enter('w', 1)).rejects.toThrow('away');
    expect(await count.enter('w', 1)).toBeDefined();
  });
});
