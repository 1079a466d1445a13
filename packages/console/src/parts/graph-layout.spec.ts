import { describe, expect, it } from 'vitest';
import { layout } from './graph-layout.js';

const columns = (edges: Record<string, Record<string, object>>, ...ids: string[]) =>
  Object.fromEntries([...layout(ids, edges).places].map(([id, { x }]) => [id, x]));

describe('the layout of a graph', () => {
  it('puts each node behind all that lead to it', () => {
    const edges = { a: { b: {}, d: {} }, b: { c: {} }, c: { d: {} } };
    expect(columns(edges, 'd', 'c', 'b', 'a')).toEqual({ a: 0, b: 1, c: 2, d: 3 });
  });

  it('is not moved by what leads back', () => {
    expect(columns({ a: { b: {} }, b: { a: {}, c: {} } }, 'a', 'b', 'c')).toEqual({
      a: 0,
      b: 1,
      c: 2,
    });
    expect(columns({ a: { a: {} } }, 'a')).toEqual({ a: 0 });
  });

  it('gives each node of a column a row of its own, and passes over edges to nothing', () => {
    const { places, columns: wide, rows } = layout(['a', 'b', 'c'], { a: { b: {}, c: {}, x: {} } });
    expect([wide, rows]).toEqual([2, 2]);
    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
  });

  it('takes thousands of tasks in a row', () => {
    const ids = Array.from({ length: 5000 }, (_, place) => String(place));
    const edges = Object.fromEntries(ids.map((id, place) => [id, { [String(place + 1)]: {} }]));
    expect(layout(ids, edges).columns).toBe(5000);
  });
});
