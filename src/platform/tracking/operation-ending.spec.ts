import { describe, expect, it } from 'vitest';
import { conflict } from '../../kernel/app-error.js';
import { OperationCancelled } from './operation-cancelled.js';
import { endedEarly, endingOf } from './operation-ending.js';
import { OperationInterrupted } from './operation-interrupted.js';

const LIVE = new AbortController().signal;

describe('endingOf', () => {
  it('is cancelled when the work throws why its signal was aborted', () => {
    const { signal } = aborted(new OperationCancelled());
    expect(endingOf(signal.reason, signal)).toEqual(ending('cancelled'));
  });

  it('is cancelled when a call was aborted by the signal, whatever it throws', async () => {
    const { signal } = aborted(new OperationCancelled());
    const error: unknown = await fetch('http://127.0.0.1:1/', { signal }).catch(
      (thrown: unknown) => thrown,
    );
    expect(endingOf(error, signal).state).toBe('cancelled');
    expect(endingOf(new DOMException('aborted', 'AbortError'), signal).state).toBe('cancelled');
  });

  it('is interrupted when the node stops', () => {
    const { signal } = aborted(new OperationInterrupted());
    expect(endingOf(signal.reason, signal)).toEqual(ending('interrupted'));
  });

  it('has failed for a reason of its own, even when it was told to end', () => {
    const { signal } = aborted(new OperationCancelled());
    const failure = { kind: 'conflict', code: 'taken', detail: 'It is taken' };
    const { state, failure: told } = endingOf(conflict('It is taken', 'taken'), signal);
    expect([state, told]).toMatchObject(['failed', failure]);
  });

  it('says nothing of a defect, nor of a call that was aborted by nobody', () => {
    const internal = { kind: 'internal', code: 'internal', errors: [], current: null };
    expect(endingOf(new TypeError('secret'), LIVE).failure).toMatchObject(internal);
    const abort = new DOMException('aborted', 'AbortError');
    expect(endingOf(abort, LIVE)).toMatchObject({ state: 'failed', failure: internal });
    expect(JSON.stringify(endingOf('secret', LIVE))).not.toContain('secret');
  });
});

describe('endedEarly', () => {
  it.each([
    ['cancelled', new OperationCancelled()],
    ['interrupted', new OperationInterrupted()],
  ] as const)('carries what was done (%s)', (state, reason) => {
    const { signal } = aborted(reason);
    const at = new Date('2026-01-01T00:00:00Z');
    const result = { done: 1, at: '2026-01-01T00:00:00.000Z' };
    const thrown = endedEarly(signal, { done: 1, at });
    expect(endingOf(thrown, signal)).toEqual({ ...ending(state), result });
  });
});

function aborted(reason: Error): AbortController {
  const controller = new AbortController();
  controller.abort(reason);
  return controller;
}

function ending(state: string): object {
  return { state, failure: null, result: null };
}
