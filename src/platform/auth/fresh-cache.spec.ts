import { describe, expect, it } from 'vitest';
import { FreshCache, readFresh } from './fresh-cache.js';

const at = (ms: number) => new Date(ms);

describe('FreshCache', () => {
  const setup = () => new FreshCache<string>({ ageMaxMs: 1000, sizeMax: 3 });

  it('knows a value until it is as old as allowed, counted from when reading began', () => {
    const cache = setup();
    cache.set('a', 'A', at(5000));
    expect(cache.get('a', at(5000))).toBe('A');
    expect(cache.get('a', at(5999))).toBe('A');
    expect(cache.get('a', at(6000))).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('does not trust a value from the future: the clock was set back', () => {
    const cache = setup();
    cache.set('a', 'A', at(5000));
    expect(cache.get('a', at(4999))).toBeUndefined();
  });

  it('holds no more than its size and gives up the oldest', () => {
    const cache = setup();
    ['a', 'b', 'c', 'a', 'd'].forEach((key) => {
      cache.set(key, key, at(0));
    });
    expect(cache.size).toBe(3);
    expect(cache.get('b', at(0))).toBeUndefined();
    expect(['c', 'a', 'd'].map((key) => cache.get(key, at(0)))).toEqual(['c', 'a', 'd']);
  });

  it('forgets a value only while it is the current one', () => {
    const cache = setup();
    cache.set('a', 'old', at(0));
    cache.set('a', 'new', at(0));
    cache.deleteValue('a', 'old');
    expect(cache.get('a', at(0))).toBe('new');
  });
});

describe('readFresh', () => {
  const setup = () => {
    const cache = new FreshCache<Promise<string | null>>({ ageMaxMs: 1000, sizeMax: 3 });
    let readings = 0;
    const read = (outcome: () => Promise<string | null>) => (ms: number) =>
      readFresh(cache, 'key', at(ms), () => {
        readings += 1;
        return outcome();
      });
    return { read, readings: () => readings };
  };

  it('reads once for all who ask within the time, at the same moment too', async () => {
    const { read, readings } = setup();
    const ask = read(() => Promise.resolve('value'));
    expect(await Promise.all([ask(0), ask(0), ask(999)])).toEqual(['value', 'value', 'value']);
    expect(readings()).toBe(1);
    await ask(1000);
    expect(readings()).toBe(2);
  });

  it('does not remember what is not there', async () => {
    const { read, readings } = setup();
    const ask = read(() => Promise.resolve(null));
    expect(await ask(0)).toBeNull();
    expect(await ask(0)).toBeNull();
    expect(readings()).toBe(2);
  });

  it('does not remember a failure', async () => {
    const { read, readings } = setup();
    const ask = read(() => Promise.reject(new Error('no database')));
    await expect(ask(0)).rejects.toThrow('no database');
    await expect(ask(0)).rejects.toThrow('no database');
    expect(readings()).toBe(2);
  });
});
