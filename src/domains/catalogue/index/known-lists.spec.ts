import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { KnownLists, startFor, STRIDE } from './known-lists.js';

/** A list of that many names, and how often one was looked up in it. */
function aList(length: number) {
  const names = Array.from({ length }, (_, at) => `name-${String(at).padStart(6, '0')}`);
  const list = {
    lookUps: 0,
    marks: [] as string[],
    markAfter: (name: string | undefined) => {
      list.lookUps += 1;
      const from = name === undefined ? 0 : names.indexOf(name);
      return Promise.resolve(names[from + STRIDE]);
    },
    async at(place: number): Promise<string | undefined> {
      const start = await startFor(place, list.marks, list.markAfter);
      if (!start) return undefined;
      expect(start.skip).toBeLessThan(STRIDE);
      const from = start.name === undefined ? 0 : names.indexOf(start.name);
      return names[from + start.skip];
    },
    names,
  };
  return list;
}

describe('startFor', () => {
  it('finds the entry at every place, in whatever order they are asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4 * STRIDE }),
        fc.array(fc.integer({ min: 0, max: 5 * STRIDE }), { minLength: 1, maxLength: 20 }),
        async (length, places) => {
          const list = aList(length);
          for (const place of places) expect(await list.at(place)).toBe(list.names[place]);
        },
      ),
    );
  });

  it('looks each mark up once', async () => {
    const list = aList(3 * STRIDE);
    await list.at(2 * STRIDE + 1);
    await list.at(2 * STRIDE + 7);
    await list.at(STRIDE);
    expect(list.lookUps).toBe(2);
  });

  it('serves those who are on the same way at once', async () => {
    const list = aList(4 * STRIDE);
    const places = [3 * STRIDE, 3 * STRIDE + 2, STRIDE + 1];
    expect(await Promise.all(places.map((place) => list.at(place)))).toEqual(
      places.map((place) => list.names[place]),
    );
    expect(list.marks).toHaveLength(3);
  });
});

describe('KnownLists', () => {
  it('forgets what it knew of an older generation', () => {
    const lists = new KnownLists();
    lists.of('a', 1).total = 7;
    expect(lists.of('a', 1).total).toBe(7);
    expect(lists.of('b', 1).total).toBeUndefined();
    expect(lists.of('a', 2).total).toBeUndefined();
  });

  it('knows a bounded number of lists', () => {
    const lists = new KnownLists();
    lists.of('first', 1).total = 7;
    for (let at = 0; at < 1000; at += 1) lists.of(String(at), 1);
    expect(lists.of('first', 1).total).toBeUndefined();
  });
});
