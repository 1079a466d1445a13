import { describe, expect, it } from 'vitest';
import { AppError, type ErrorKind } from '../../kernel/app-error.js';
import { databaseUnavailable } from '../../platform/database/mongo-failures.js';
import { changedNothing, idempotencyOutcome } from './idempotency-outcome.js';

const answer = { status: 200, headers: {}, body: { form: 'none' } } as const;
const running = (leaseLeftMs: number) => ({ answer: null, leaseLeftMs });
const answered = { answer, leaseLeftMs: -5000 };

describe('idempotencyOutcome', () => {
  it('gives a kept answer again, long after the lease', () => {
    expect(idempotencyOutcome(answered, true)).toEqual({ kind: 'replay', answer });
  });

  it('refuses other input, whether the first request still runs or not', () => {
    for (const known of [answered, running(5000), running(-5000)]) {
      expect(idempotencyOutcome(known, false).kind).toBe('other-input');
    }
  });

  it('asks to wait while the first request runs, for two seconds at most', () => {
    const waits = [50_000, 500].map((left) => idempotencyOutcome(running(left), true));
    expect(waits).toEqual([
      { kind: 'running', retryAfterSeconds: 2 },
      { kind: 'running', retryAfterSeconds: 1 },
    ]);
  });

  it('knows nothing of a request whose lease has run out without an answer', () => {
    expect(idempotencyOutcome(running(0), true).kind).toBe('unknown');
  });
});

describe('changedNothing', () => {
  const failures = (...kinds: ErrorKind[]) => kinds.map((kind) => new AppError(kind, ''));

  it('is so for refusals, also those of a server that takes nothing on now', () => {
    const refusals = failures('invalid-input', 'not-found', 'conflict', 'unavailable');
    expect(refusals.map(changedNothing)).toEqual([true, true, true, true]);
  });

  it('is not known where something failed in the middle', () => {
    const stopped = new AppError('unavailable', '', { code: 'operation-interrupted' });
    const broken = failures('internal', 'upstream-failed', 'upstream-timeout');
    const all = [...broken, databaseUnavailable(), stopped];
    expect(all.map(changedNothing)).toEqual([false, false, false, false, false]);
  });
});
