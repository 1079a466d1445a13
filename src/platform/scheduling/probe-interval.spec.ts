import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { nextProbeMs } from './probe-interval.js';

describe('the next look', () => {
  it('comes a minute after one that passed', () => {
    expect(nextProbeMs(0, 0.5)).toBe(60_000);
  });

  it('comes later with each failure, up to ten minutes', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 1e6].map((failures) => nextProbeMs(failures, 0.5) / 1000);
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 600, 600]);
  });

  it('differs by a tenth at most', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, random) => {
          const middle = nextProbeMs(failures, 0.5);
          expect(Math.abs(nextProbeMs(failures, random) - middle)).toBeLessThanOrEqual(
            middle / 10 + 1,
          );
        },
      ),
    );
  });

  it.each([
    [0, 60_000],
    [1, 15_000],
    [2, 30_000],
    [4, 120_000],
    [7, 600_000],
    [5000, 600_000],
  ])('after %d failures comes after about %d ms', (failures, ms) => {
    expect(nextProbeMs(failures, 0.5)).toBe(ms);
    expect(nextProbeMs(failures, 0)).toBe(ms * 0.9);
    expect(nextProbeMs(failures, 0.999)).toBeLessThanOrEqual(ms * 1.1);
  });
});
