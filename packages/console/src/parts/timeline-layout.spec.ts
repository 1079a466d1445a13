import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutTimeline, type Span } from './timeline-layout.js';

const HOUR = 3_600_000;
const span = (id: string, from: number, to: number): Span => ({ id, from, to });

describe('the layout of a timeline', () => {
  it('draws runs by their length, in the order of their starts', () => {
    const { rows, gaps } = layoutTimeline([span('b', 250, 1000), span('a', 0, 250)]);
    expect(rows.map(({ id, left, width }) => [id, left, width])).toEqual([
      ['a', 0, 25],
      ['b', 25, 75],
    ]);
    expect(gaps).toEqual([]);
  });

  it('draws a night in which nothing ran at a small width, and says how long it was', () => {
    const { rows, gaps } = layoutTimeline([
      span('a', 0, 1000),
      span('b', 1000 + 6 * HOUR, 2000 + 6 * HOUR),
    ]);
    expect(gaps).toEqual([{ ...span('b', 1000, 1000 + 6 * HOUR), left: 47, width: 6 }]);
    expect(rows.map(({ left, width }) => [left, width])).toEqual([
      [0, 47],
      [53, 47],
    ]);
  });

  it('draws pauses as they were that are short, or short beside what ran', () => {
    const brief = layoutTimeline([span('a', 0, 1), span('b', 900, 901)]);
    const small = layoutTimeline([span('a', 0, HOUR), span('b', 1.01 * HOUR, 2 * HOUR)]);
    expect([brief.gaps, small.gaps]).toEqual([[], []]);
  });

  it('finds the short night beside a long one, but never more gaps than there is room for', () => {
    const nights = [span('a', 0, 1), span('b', HOUR, HOUR + 1), span('c', 100 * HOUR, 100 * HOUR)];
    expect(layoutTimeline(nights).gaps.map(({ id }) => id)).toEqual(['b', 'c']);
    const many = Array.from({ length: 10 }, (_, at) => span(String(at), 4 ** at * HOUR, 0));
    expect(layoutTimeline(many).gaps.map(({ id }) => id)).toEqual(['5', '6', '7', '8', '9']);
  });

  it('gives room to runs that took no time by whole milliseconds', () => {
    const { rows } = layoutTimeline([span('a', 5, 5), span('b', 6, 4)]);
    expect(rows.map(({ left, width }) => [left, width])).toEqual([
      [0, 50],
      [50, 50],
    ]);
  });

  it('is empty for nothing', () => {
    expect(layoutTimeline([])).toEqual({ rows: [], gaps: [] });
  });

  it('keeps order and bounds, and has no gap within a run, whatever ran when', () => {
    const times = fc.integer({ min: 0, max: 100 * HOUR });
    const runs = fc.array(fc.tuple(times, fc.integer({ min: -1000, max: HOUR })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(runs, (given) => {
        const { rows, gaps } = layoutTimeline(
          given.map(([from, ms], at) => span(String(at), from, from + ms)),
        );
        const near = 1e-6;
        for (const [at, { left, width }] of rows.entries()) {
          expect(width).toBeGreaterThanOrEqual(0);
          expect(left).toBeGreaterThanOrEqual((rows[at - 1]?.left ?? 0) - near);
          expect(left + width).toBeLessThanOrEqual(100 + near);
          for (const gap of gaps) {
            const isApart = left + width <= gap.left + near || left >= gap.left + gap.width - near;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });
});
