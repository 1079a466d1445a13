import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  afterFailure,
  type AttemptPolicy,
  type Attempts,
  blockedForMs,
  forgottenAt,
} from './attempts.js';

const POLICY: AttemptPolicy = {
  free: 3,
  forgetOneMs: 60_000,
  delayFirstMs: 1000,
  delayMaxMs: 10_000,
};
const START = new Date('2026-01-01T00:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);

/** The record after failures at these times, in milliseconds after the start. */
const failedAt = (...times: number[]): Attempts | null =>
  times.reduce<Attempts | null>((attempts, ms) => afterFailure(attempts, later(ms), POLICY), null);

describe('afterFailure', () => {
  it('delays nobody with a clean record, nor after the failures that are free', () => {
    expect(blockedForMs(null, START, POLICY)).toBe(0);
    expect(blockedForMs(failedAt(0, 0, 0), START, POLICY)).toBe(0);
  });

  it('doubles the delay with each further failure, up to the longest', () => {
    const delays = [4, 5, 6, 7, 8, 50].map((count) =>
      blockedForMs(failedAt(...Array.from({ length: count }, () => 0)), START, POLICY),
    );
    expect(delays).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('frees the way when the delay is over', () => {
    const attempts = failedAt(0, 0, 0, 0);
    expect(blockedForMs(attempts, later(999), POLICY)).toBe(1);
    expect(blockedForMs(attempts, later(1000), POLICY)).toBe(0);
  });

  it('forgets one failure for each quiet time', () => {
    expect(failedAt(0, 0, 0, 60_000)?.failures).toBe(3);
    expect(failedAt(0, 0, 0, 600_000)?.failures).toBe(1);
  });
});

describe('blockedForMs', () => {
  it('never makes anybody wait longer than the longest delay, even when the clock was set back', () => {
    const attempts = failedAt(86_400_000, 86_400_000, 86_400_000, 86_400_000);
    expect(blockedForMs(attempts, START, POLICY)).toBe(POLICY.delayMaxMs);
  });
});

describe('a record of failures', () => {
  const times = fc.array(fc.nat({ max: 120_000 }), { minLength: 1, maxLength: 40 });

  it('has no effect any more once it is forgotten', () => {
    fc.assert(
      fc.property(times, (gaps) => {
        let at = 0;
        const moments = gaps.map((gap) => (at += gap));
        const attempts = failedAt(...moments);
        const gone = attempts && forgottenAt(attempts, POLICY);
        expect(gone).not.toBeNull();
        expect(blockedForMs(attempts, gone ?? START, POLICY)).toBe(0);
        expect(afterFailure(attempts, gone ?? START, POLICY).failures).toBe(1);
      }),
    );
  });

  it('lets nobody fail faster in the long run than one failure in each quiet time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 200 }), (tries) => {
        let now = START;
        let attempts: Attempts | null = null;
        for (let index = 0; index < tries; index += 1) {
          now = new Date(now.getTime() + blockedForMs(attempts, now, POLICY));
          attempts = afterFailure(attempts, now, POLICY);
        }
        // All but the free ones and the doubling ones waited for the longest delay.
        const doublings = 5;
        const waited = (tries - POLICY.free - doublings) * POLICY.delayMaxMs;
        expect(now.getTime() - START.getTime()).toBeGreaterThanOrEqual(waited * 0.9);
      }),
    );
  });
});
