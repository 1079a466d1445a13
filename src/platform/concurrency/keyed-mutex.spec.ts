import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.js';

describe('KeyedMutex', () => {
  it('lets work of one key happen one after the other, and of others beside it', async () => {
    const turns = new KeyedMutex();
    const log: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = turns.take('a', async () => {
      await held;
      log.push('a1');
    });
    const second = turns.take('a', () => Promise.resolve(log.push('a2')));
    await turns.take('b', () => Promise.resolve(log.push('b1')));
    release();
    await Promise.all([first, second]);
    expect(log).toEqual(['b1', 'a1', 'a2']);
  });

  it('goes on after work that failed', async () => {
    const turns = new KeyedMutex();
    const failed = turns.take('a', () => Promise.reject(new Error('no')));
    const next = turns.take('a', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
