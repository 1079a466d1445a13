import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextProbeMs, PROBE_INTERVAL_MS } from './probe-schedule.js';

describe('the next look', () => {
  it('comes a minute after one that passed', () => {
    expect(nextProbeMs(0, 0.5)).toBe(PROBE_INTERVAL_MS);
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
});
