import { describe, expect, it } from 'vitest';
import { type JobState, type TaskState } from '../engine/job-state.js';
import { type PlannedEdge, type Plan } from '../engine/plan.js';
import { jobGraph, tasksOf } from './job-graph.js';

type Stands = Pick<TaskState, 'phase' | 'finish'>;

const done = (finish: TaskState['finish']): Stands => ({ phase: 'done', finish });
const DEAD: Stands = { phase: 'dead', finish: null };
const PENDING: Stands = { phase: 'pending', finish: null };

/** `[from, to, state]`; task 0 is the start, the last one the end. */
type Way = readonly [number, number, PlannedEdge['state']];

function graphOf(status: JobState['status'], stands: readonly Stands[], ways: readonly Way[]) {
  const tasks = stands.map((_, at) => ({
    at,
    id: `t${String(at)}`,
    name: 'query',
    document: {},
    owner: null,
    kind: at === 0 ? 'start' : at === stands.length - 1 ? 'end' : 'work',
    edges: ways
      .filter(([from]) => from === at)
      .map(([, to, state]) => ({ to, state, type: 'standard' })),
  }));
  const states = stands.map((one) => ({ ...one, iterations: 1 }));
  return jobGraph(
    { name: 'W', tasks } as unknown as Plan,
    { status, tasks: states, loops: {}, children: {} } as unknown as JobState,
  );
}

const shown = (...given: Parameters<typeof graphOf>) =>
  tasksOf(graphOf(...given)).map(({ look, words }) => [look, words]);

const CHAIN: readonly Way[] = [
  [0, 1, 'success'],
  [1, 2, 'success'],
  [2, 3, 'success'],
];

describe('where the tasks of a job stand', () => {
  it('is canceled for those that a canceled job left, and success for what had ended', () => {
    expect(
      shown('canceled', [done('success'), done('success'), done(null), PENDING], CHAIN),
    ).toEqual([
      ['success', 'success'],
      ['canceled', 'canceled'],
    ]);
    expect(shown('canceled', [done('success'), done(null), PENDING, PENDING], CHAIN)[1]).toEqual([
      'pending',
      'not reached',
    ]);
  });

  it('is not reached yet behind an error that has no way, until somebody mends it', () => {
    const stands = [done('success'), done('error'), DEAD, DEAD];
    expect(shown('error', stands, CHAIN)).toEqual([
      ['error', 'error'],
      ['pending', 'not reached yet'],
    ]);
  });

  it('is not taken where the job has decided otherwise, after an error as well', () => {
    const ways: readonly Way[] = [
      [0, 1, 'success'],
      [1, 2, 'success'],
      [1, 3, 'failure'],
      [2, 4, 'success'],
      [3, 4, 'success'],
    ];
    const stands = [done('success'), done('success'), done('error'), DEAD, DEAD];
    expect(shown('error', stands, ways).map(([look]) => look)).toEqual([
      'success',
      'error',
      'dead',
    ]);
    const caught: readonly Way[] = [...CHAIN, [1, 3, 'error']];
    const handled = [done('success'), done('error'), DEAD, done('success')];
    expect(shown('complete', handled, caught)[1]).toEqual(['dead', 'not taken']);
  });

  it('is not reached yet behind a failure that has no way, where nothing ended in error', () => {
    const stands = [done('success'), done('failure'), DEAD, DEAD];
    expect(shown('error', stands, CHAIN)[1]?.[0]).toBe('pending');
    expect(shown('running', stands, CHAIN)[1]?.[0]).toBe('dead');
  });
});
