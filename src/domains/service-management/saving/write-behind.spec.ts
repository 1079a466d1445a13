import { describe, expect, it } from 'vitest';
import { WriteBehind } from './write-behind.js';

describe('writes behind', () => {
  it('are done one after the other, and all before the end', async () => {
    const done: number[] = [];
    const written = new WriteBehind();
    for (const at of [1, 2, 3]) {
      await written.add(async () => {
        await Promise.resolve();
        done.push(at);
      });
    }
    expect(done.slice(0, 2)).toEqual([1, 2]);
    expect(await written.settled('end')).toBe('end');
    expect(done).toEqual([1, 2, 3]);
  });

  it('that fail are told to whoever comes next', async () => {
    const written = new WriteBehind();
    await written.add(() => Promise.reject(new Error('the power is gone')));
    await expect(written.add(() => Promise.resolve())).rejects.toThrow('the power is gone');
    await expect(written.settled(1)).rejects.toThrow('the power is gone');
  });
});
