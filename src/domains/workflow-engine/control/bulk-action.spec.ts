import { describe, expect, it } from 'vitest';
import { assertActionable, type BulkAction, eventOf, tallyOf } from './bulk-action.js';
import { bulkRequest } from './control-requests.js';

const asked = (action: BulkAction, task?: string) => ({ action, task, finishState: undefined });

describe('an action', () => {
  it('is the event that the engine knows it by', () => {
    expect(eventOf(asked('pause'))).toEqual({ kind: 'pause' });
    expect(eventOf(asked('continue', 'a1'))).toEqual({ kind: 'continue', task: 'a1' });
    expect(eventOf(asked('revert', 'a1'))).toEqual({ kind: 'revert', to: 'a1' });
    expect(eventOf(asked('skip', 'a1'))).toEqual({ kind: 'skip', task: 'a1', finish: 'success' });
    expect(eventOf({ ...asked('skip', 'a1'), finishState: 'failure' })).toEqual({
      kind: 'skip',
      task: 'a1',
      finish: 'failure',
    });
  });

  it('retries every task that failed, or the one that is named', () => {
    expect(eventOf(asked('retry'))).toEqual({ kind: 'retry-failed' });
    expect(eventOf(asked('retry', 'b2'))).toEqual({ kind: 'retry', task: 'b2' });
  });

  it.each(['continue', 'revert', 'retry', 'skip'] as const)(
    'to %s many is about the task at which they stand, unless another one is named',
    (action) => {
      const query = { standsAt: 'c3' };
      expect(bulkRequest({ action, query }).task).toBe('c3');
      expect(bulkRequest({ action, query, task: 'a1' }).task).toBe('a1');
    },
  );

  it.each(['continue', 'revert', 'skip'] as const)('cannot %s without a task', (action) => {
    expect(() => {
      assertActionable(asked(action));
    }).toThrow('#/task is needed for continue, revert and skip');
    expect(() => {
      assertActionable(asked(action, 'a1'));
    }).not.toThrow();
  });

  it.each(['pause', 'resume', 'cancel', 'retry'] as const)('can %s without one', (action) => {
    expect(() => {
      assertActionable(asked(action));
    }).not.toThrow();
  });
});

it('outcomes are counted by their kinds', () => {
  const kinds = ['applied', 'refused', 'applied', 'absent'] as const;
  expect(tallyOf(kinds.map((kind) => ({ kind })))).toEqual({
    applied: 2,
    unchanged: 0,
    refused: 1,
    absent: 1,
  });
});
