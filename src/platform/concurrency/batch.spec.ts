import { describe, expect, it } from 'vitest';
import { Batch } from './batch.js';

describe('Batch', () => {
  it('writes together what comes while a write is under way, and answers each its own', async () => {
    const written: (readonly number[])[] = [];
    const batch = new Batch((items: readonly number[]) => {
      written.push(items);
      return Promise.resolve(items.map((item) => item * 2));
    }, 10);
    const first = batch.add(1);
    const later = Promise.resolve().then(() => batch.addAll([2, 3]));
    expect(await first).toBe(2);
    expect(await later).toEqual([4, 6]);
    expect(written.flat()).toEqual([1, 2, 3]);
    expect(written.length).toBeLessThan(3);
  });

  it('takes no more at a time than it may', async () => {
    const sizes: number[] = [];
    const batch = new Batch((items: readonly number[]) => {
      sizes.push(items.length);
      return Promise.resolve(items);
    }, 3);
    await batch.addAll([1, 2, 3, 4, 5, 6, 7]);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('tells every caller of a write that failed, and goes on with the next', async () => {
    let fails = true;
    const batch = new Batch((items: readonly number[]) => {
      if (!fails) return Promise.resolve(items);
      fails = false;
      return Promise.reject(new Error('gone'));
    }, 10);
    const outcomes = await Promise.allSettled([batch.add(1), batch.add(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batch.add(3)).toBe(3);
  });
});
