import { describe, expect, it } from 'vitest';
import { type JobShape } from '../../../client/src/client.js';
import { faultOf, lastFault, stoppedAt, tasksOf, withNews } from './job-view.js';

const task = (status: string, start_time: number | null = null): unknown => ({
  status,
  metrics: { start_time, finish_state: null },
});
const job = (more: object): JobShape => more as JobShape;

describe('the tasks of a job', () => {
  it('come as somebody looks for them: failed ones first, and the end last', () => {
    const tasks = {
      workflow_end: task('complete', 5),
      a: task('complete', 5),
      b: task('incomplete'),
      c: task('running', 7),
      d: task('error', 9),
      e: task('error', 8),
    };
    expect(tasksOf(job({ tasks })).map(({ id }) => id)).toEqual([
      ...['e', 'd', 'c', 'a', 'workflow_end', 'b'],
    ]);
  });
});

describe('what went wrong with a job', () => {
  it('is what the task said, not what the engine made of it at the same time', () => {
    const error = [
      { task: 'a', message: 'earlier', timestamp: 1 },
      { task: 'a', message: 'no link', timestamp: 2 },
      { task: 'a', message: 'no available transitions', timestamp: 2 },
    ];
    expect(lastFault({ error })?.message).toBe('no link');
    expect(faultOf({})).toBe('');
  });
});

describe('how long a job took', () => {
  it.each([
    ['ends with the job', { status: 'complete', metrics: { end_time: 9 } }, 9],
    ['ends where it stopped in error', { status: 'error', error: [{ timestamp: 4 }] }, 4],
    ['goes on while the job does', { status: 'running', error: [{ timestamp: 4 }] }, null],
  ])('%s', (_, given, at) => {
    expect(stoppedAt(job({ metrics: { end_time: null }, ...given }))).toBe(at);
  });
});

describe('a job with its news', () => {
  it('has the new states, and what its tasks have answered so far', () => {
    const before = job({
      tasks: { a: { ...(task('running', 1) as object), variables: { outgoing: { x: 1 } } } },
      metrics: { progress: 0, user: 'admin' },
    });
    const state = { name: 'a', status: 'error', finish_state: 'error', iterations: 1 };
    const after = withNews(before, {
      ...{ _id: '1', status: 'error', description: 'd', progress: 0.5, error: [] },
      tasks: { a: state, unknown: state },
    });
    expect(after).toMatchObject({
      status: 'error',
      metrics: { progress: 0.5, user: 'admin' },
      tasks: { a: { status: 'error', variables: { outgoing: { x: 1 } } } },
    });
    expect(Object.keys(after.tasks)).toEqual(['a']);
  });
});
