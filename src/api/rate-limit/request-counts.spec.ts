import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { secondsLeft, windowAt } from './rate-window.js';
import { RequestCounts } from './request-counts.js';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const window = windowAt(at(0));
const take = (counts: RequestCounts, times: number, caller = 'a', limit = 10): number[] =>
  Array.from({ length: times }, () => counts.take(caller, limit, at(1)));

describe('RequestCounts', () => {
  it('admits as many requests as the limit and no more', () => {
    expect(take(new RequestCounts(), 12)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1]);
  });

  it('counts callers apart', () => {
    const counts = new RequestCounts();
    take(counts, 10, 'a');
    expect(take(counts, 1, 'b')).toEqual([9]);
  });

  it('begins anew with the next minute', () => {
    const counts = new RequestCounts();
    take(counts, 11);
    expect(counts.take('a', 10, at(60))).toBe(9);
  });

  it('tells what was admitted, once', () => {
    const counts = new RequestCounts();
    take(counts, 12);
    const told = { window, counts: [{ caller: 'a', requests: 10 }], callers: ['a'] };
    expect(counts.tell(100, at(2))).toEqual(told);
    expect(counts.tell(100, at(2)).counts).toEqual([]);
  });

  it('asks once more about a caller that pauses, and then no more', () => {
    const counts = new RequestCounts();
    take(counts, 1);
    const asked = [1, 2, 3].map((second) => counts.tell(100, at(second)).callers);
    expect(asked).toEqual([['a'], ['a'], []]);
  });

  it('leaves for later what does not fit into one telling', () => {
    const counts = new RequestCounts();
    for (const caller of ['a', 'b', 'c']) take(counts, 1, caller);
    expect(counts.tell(2, at(2)).counts.map(({ caller }) => caller)).toEqual(['a', 'b']);
    expect(counts.tell(2, at(2)).counts.map(({ caller }) => caller)).toEqual(['c']);
  });

  it('tells nothing of a minute that is over', () => {
    const counts = new RequestCounts();
    take(counts, 3);
    expect(counts.tell(100, at(61)).counts).toEqual([]);
  });

  it('learns what other nodes counted, without forgetting its own', () => {
    const counts = new RequestCounts();
    take(counts, 3);
    counts.tell(100, at(2));
    take(counts, 2);
    counts.learn(window, 'a', 7);
    expect(take(counts, 2)).toEqual([0, -1]);
  });

  it('learns nothing about another minute or an unknown caller', () => {
    const counts = new RequestCounts();
    take(counts, 1);
    counts.learn(window - 1, 'a', 10);
    counts.learn(window, 'b', 10);
    expect(take(counts, 1)).toEqual([8]);
    expect(take(counts, 1, 'b')).toEqual([9]);
  });

  it('keeps nodes together at the limit when they tell each other after every request', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 60 }), (order) => {
        const nodes = [new RequestCounts(), new RequestCounts(), new RequestCounts()];
        let shared = 0;
        let admitted = 0;
        for (const which of order) {
          const node = nodes[which];
          // A caller is known to a node from its first request there on.
          if ((node?.take('a', 10, at(1)) ?? -1) >= 0) admitted += 1;
          for (const each of nodes) {
            for (const { requests } of each.tell(100, at(1)).counts) shared += requests;
            for (const other of nodes) other.learn(window, 'a', shared);
          }
        }
        expect(admitted).toBeGreaterThanOrEqual(Math.min(order.length, 10));
        // Each node may let one through before it has heard of the caller.
        expect(admitted).toBeLessThanOrEqual(12);
        expect(shared).toBe(admitted);
      }),
    );
  });

  it('stays bounded however many callers there are', () => {
    const counts = new RequestCounts();
    for (let caller = 0; caller < 25_000; caller += 1) counts.take(`a${caller}`, 10_000, at(1));
    expect(counts.tell(100_000, at(1)).counts.length).toBeLessThanOrEqual(20_001);
  });
});

describe('the end of the minute', () => {
  it('is told in whole seconds, one at least', () => {
    expect([0, 0.5, 59, 59.9].map((seconds) => secondsLeft(at(seconds)))).toEqual([60, 60, 1, 1]);
  });
});
