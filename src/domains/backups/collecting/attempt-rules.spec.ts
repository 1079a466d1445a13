import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../../kernel/app-error.js';
import { afterFailure, isGivenUp } from './attempt-rules.js';

const unreachable = new AppError('upstream-failed', 'x', { code: 'device-unreachable' });

describe('a failed attempt', () => {
  it.each([
    unreachable,
    new AppError('upstream-timeout', 'x'),
    new AppError('unavailable', 'x', { code: 'circuit-open' }),
    new AppError('upstream-failed', 'x', { code: 'device-dialog-failed' }),
  ])('is followed by another where it may pass: $code', (error) => {
    expect([1, 2, 3].map((attempts) => afterFailure(error, attempts, 0.5).kind)).toEqual([
      ...['retry', 'retry', 'failed'],
    ]);
  });

  it.each(['device-authentication-failed', 'host-key-changed', 'device-answer-too-large'])(
    'is the last where it does not: %s',
    (code) => {
      const error = new AppError('upstream-failed', 'words', { code });
      expect(afterFailure(error, 1, 0.5)).toEqual({
        kind: 'failed',
        finding: { kind: 'failed', code, detail: 'words' },
      });
    },
  );

  it('tells nothing of a fault of ours', () => {
    expect(afterFailure(new Error('a secret'), 1, 0.5)).toEqual({
      kind: 'failed',
      finding: { kind: 'failed', code: 'internal', detail: expect.not.stringContaining('secret') },
    });
  });

  it('is followed sooner or later, by a fifth at most', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2), fc.double({ min: 0, max: 0.99, noNaN: true }), (n, r) => {
        const after = afterFailure(unreachable, n, r);
        const middle = n === 1 ? 1000 : 5000;
        if (after.kind !== 'retry') throw new Error('it is tried again');
        expect(Math.abs(after.delayMs - middle)).toBeLessThanOrEqual(middle / 5 + 1);
      }),
    );
  });

  it('is given up when its nodes keep dying over it', () => {
    expect([1, 6, 7].map(isGivenUp)).toEqual([false, false, true]);
  });
});
