import { describe, expect, it } from '@jest/globals';
import { idempotencyOutcome } from './idempotency-outcome.js';
import { type IdempotencyRecord } from './idempotency-record.js';

const at = (seconds: number): Date => new Date(seconds * 1000);
const answer = { status: 200, headers: {}, body: { form: 'none' } } as const;
const stored = (fields: Partial<IdempotencyRecord>): IdempotencyRecord => ({
  _id: 'id',
  attempt: 'a1',
  fingerprint: 'f',
  leaseUntil: at(100),
  expiresAt: at(1000),
  answer: null,
  ...fields,
});

describe('idempotencyOutcome', () => {
  it('gives a kept answer again, long after the lease', () => {
    expect(idempotencyOutcome(stored({ answer }), true, at(999))).toEqual({
      kind: 'replay',
      answer,
    });
  });

  it('refuses other input, whether the first request still runs or not', () => {
    for (const record of [stored({ answer }), stored({})]) {
      expect(idempotencyOutcome(record, false, at(50)).kind).toBe('other-input');
    }
  });

  it('asks to wait while the first request runs, for two seconds at most', () => {
    expect(idempotencyOutcome(stored({}), true, at(50))).toEqual({
      kind: 'running',
      retryAfterSeconds: 2,
    });
    expect(idempotencyOutcome(stored({}), true, at(99.5))).toEqual({
      kind: 'running',
      retryAfterSeconds: 1,
    });
  });

  it('frees the key when the lease has run out without an answer', () => {
    expect(idempotencyOutcome(stored({}), true, at(100)).kind).toBe('free');
  });

  it('frees an expired key for any input', () => {
    for (const record of [stored({ answer }), stored({ leaseUntil: at(5000) })]) {
      expect(idempotencyOutcome(record, false, at(1000)).kind).toBe('free');
    }
  });
});
