import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  attemptsFor,
  backOffMs,
  DEFAULT_RETRY_POLICY as POLICY,
  isTransientAnswer,
  isTransientFailure,
} from './retry-policy.js';

describe('the retry policy', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])('repeats %s', (method) => {
    expect(attemptsFor(POLICY, method)).toBe(POLICY.attemptsMax);
  });

  it.each(['POST', 'PATCH', 'CONNECT', 'get'])('makes one attempt of %s', (method) => {
    expect(attemptsFor(POLICY, method)).toBe(1);
  });

  it.each([
    [503, {}, true],
    [502, {}, true],
    [503, { 'retry-after': '60' }, false],
    [500, {}, false],
    [429, {}, false],
    [200, {}, false],
  ])('for status %d with headers %j says %j', (status, headers, expected) => {
    expect(isTransientAnswer(POLICY, { status, headers })).toBe(expected);
  });

  it.each([
    ['ECONNRESET', true],
    ['UND_ERR_SOCKET', true],
    ['ENOTFOUND', false],
    ['CERT_HAS_EXPIRED', false],
    [undefined, false],
  ])('for a failure with code %j says %j', (code, expected) => {
    expect(isTransientFailure(Object.assign(new Error('x'), { code }))).toBe(expected);
  });

  it('waits between nothing and the bound, which grows up to a cap', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), random, (attempt, chance) => {
        const pause = backOffMs(POLICY, attempt, chance);
        expect(pause).toBeGreaterThanOrEqual(0);
        expect(pause).toBeLessThanOrEqual(POLICY.delayMaxMs);
        expect(backOffMs(POLICY, attempt + 1, chance)).toBeGreaterThanOrEqual(pause);
      }),
    );
    expect([1, 2, 3, 9].map((attempt) => backOffMs(POLICY, attempt, 1))).toEqual([
      200, 600, 1800, 2000,
    ]);
  });
});
