import { describe, expect, it } from 'vitest';
import { ListPlaces, type Order } from './list-places.js';

const BY_NAME: Order = { name: 1, _id: 1 };
const named = (...names: unknown[]) => names.map((name) => ({ name }));
const startOf = (places: ListPlaces, from: number, total: number) =>
  places.startFor(BY_NAME, { from, to: from + 25 }, { at: total });

describe('ListPlaces', () => {
  it('keeps few of those that are near each other, and of a long list those far apart', () => {
    const keptOf = (total: number): number => {
      const places = new ListPlaces();
      const all = Array.from({ length: 10_000 }, (_, at) => at);
      for (const at of all) places.note(BY_NAME, at, named('a', 'b'), total);
      const starts = all.map((at) => startOf(places, at + 1, total));
      return starts.filter(({ direction, skip }) => direction === 1 && skip === 0).length;
    };
    expect(keptOf(100_000)).toBe(20);
    expect(keptOf(1_000_000)).toBe(2);
  });

  it.each([
    ['one document', named('a')],
    ['documents of one name', named('a', 'a', 'a')],
    ['names that no range compares', named('a', null)],
    ['members that were not read', [{ _id: 1 }, { _id: 2 }]],
  ])('takes none from %s', (_, documents) => {
    const places = new ListPlaces();
    places.note(BY_NAME, 50_000, documents, 100_000);
    expect(startOf(places, 50_001, 100_000).skip).toBe(100_000 - 50_026);
  });

  it('keeps those of each order apart', () => {
    const places = new ListPlaces();
    places.note(
      { type: 1, name: 1, _id: 1 },
      50_000,
      [
        { type: 'a', name: 'b' },
        { type: 'a', name: 'c' },
      ],
      100_000,
    );
    expect(startOf(places, 50_001, 100_000).skip).toBe(100_000 - 50_026);
  });
});
