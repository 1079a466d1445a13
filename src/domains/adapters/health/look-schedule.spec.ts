import { describe, expect, it } from '@jest/globals';
import { untilNextLookMs } from './look-schedule.js';

describe('untilNextLookMs', () => {
  it.each([
    [0, 60_000],
    [1, 15_000],
    [2, 30_000],
    [4, 120_000],
    [7, 600_000],
    [5000, 600_000],
  ])('after %d failures waits about %d ms', (failures, ms) => {
    expect(untilNextLookMs(failures, 0.5)).toBe(ms);
    expect(untilNextLookMs(failures, 0)).toBe(ms * 0.9);
    expect(untilNextLookMs(failures, 0.999)).toBeLessThanOrEqual(ms * 1.1);
  });
});
