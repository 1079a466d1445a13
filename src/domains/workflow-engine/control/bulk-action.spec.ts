import { describe, expect, it } from 'vitest';
import { assertActionable, type BulkAction, eventsOf, tallyOf } from './bulk-action.js';

const asked = (action: BulkAction, task?: string) => ({ action, task, finishState: undefined });
const STANDS = [
  { task: 'a1', name: 'x', phase: 'error' },
  { task: 'b2', name: 'x', phase: 'running' },
  { task: 'c3', name: 'x', phase: 'error' },
  { task: 'a1', name: 'x', phase: 'error' },
] as const;

describe('an action', () => {
  it('is the event that the engine knows it by', () => {
    expect(eventsOf(asked('pause'), STANDS)).toEqual([{ kind: 'pause' }]);
    expect(eventsOf(asked('continue', 'a1'), [])).toEqual([{ kind: 'continue', task: 'a1' }]);
    expect(eventsOf(asked('revert', 'a1'), [])).toEqual([{ kind: 'revert', to: 'a1' }]);
    expect(eventsOf(asked('skip', 'a1'), [])).toEqual([
      { kind: 'skip', task: 'a1', finish: 'success' },
    ]);
    expect(eventsOf({ ...asked('skip', 'a1'), finishState: 'failure' }, [])).toEqual([
      { kind: 'skip', task: 'a1', finish: 'failure' },
    ]);
  });

  it('retries every task that failed, or the one that is named', () => {
    expect(eventsOf(asked('retry'), STANDS)).toEqual([
      { kind: 'retry', task: 'a1' },
      { kind: 'retry', task: 'c3' },
    ]);
    expect(eventsOf(asked('retry', 'b2'), STANDS)).toEqual([{ kind: 'retry', task: 'b2' }]);
    expect(eventsOf(asked('retry'), [])).toEqual([]);
  });

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
