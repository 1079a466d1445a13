import { describe, expect, it } from 'vitest';
import { type JobShape } from '../../../client/src/client.js';
import {
  eventsOf,
  faultOf,
  lastFault,
  outcomeOf,
  type RunOfJob,
  stoppedAt,
  tasksOf,
  titleOfRun,
  withNews,
} from './job-view.js';

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

describe('what happened in a job', () => {
  const times = { start_time: null, claim_time: null, end_time: null, finish_state: null };
  const run = (iteration: number, status: string, metrics: object): RunOfJob =>
    ({
      _id: `a${iteration}`,
      iteration,
      status,
      job: { task: 'a' },
      metrics: { ...times, owner: 'platform', ...metrics },
    }) as RunOfJob;
  const done = job({
    status: 'complete',
    metrics: { start_time: 1, end_time: 9, user: 'admin' },
    tasks: { a: { summary: 'Ask', iterations: ['a1', 'a2'] } },
  });

  it('is told the latest first: what goes on has not ended', () => {
    const runs = [
      run(3, 'running', { start_time: 5 }),
      run(2, 'complete', {
        start_time: 2,
        claim_time: 4,
        end_time: 9,
        owner: 'ann',
        finish_state: 'failure',
      }),
      run(1, 'error', { start_time: 1, end_time: 2, finish_state: 'error' }),
    ];
    const told = eventsOf(done, runs).map((event) => [
      ...[event.atMs, event.run?._id ?? 'job', event.what, event.by],
    ]);
    expect(told).toEqual([
      [9, 'job', 'complete', ''],
      [9, 'a2', 'failure', 'ann'],
      [5, 'a3', 'started', 'platform'],
      [4, 'a2', 'claimed', 'ann'],
      [2, 'a2', 'started', 'platform'],
      [2, 'a1', 'error', 'platform'],
      [1, 'a1', 'started', 'platform'],
      [1, 'job', 'started', 'admin'],
    ]);
  });

  it('names a run by its task, and by its number where there are more', () => {
    expect(titleOfRun(done, run(1, 'error', {}))).toBe('Ask, run 1');
    const once = job({ tasks: { a: { summary: 'Ask', iterations: ['a1'] } } });
    expect(titleOfRun(once, run(1, 'error', {}))).toBe('Ask');
    // An upgrade of the job has taken the task out.
    expect(titleOfRun(job({ tasks: {} }), run(2, 'error', {}))).toBe('a, run 2');
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
      _id: '1',
      status: 'error',
      description: 'd',
      progress: 0.5,
      error: [],
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

describe('what came of an action on a job', () => {
  const before = { error: [{ task: 'a', message: 'no link', timestamp: 1 }] } as JobShape;
  const after = (status: string, timestamp = 1) => ({
    data: job({ status, error: [{ task: 'a', message: 'no link', timestamp }] }),
  });

  it('tells a job that has failed again from one in which another task stands in error', () => {
    expect(outcomeOf(after('error', 2), before)).toBe('the job has failed again');
    expect(outcomeOf(after('error'), before)).toBe('the job is in error');
    expect(outcomeOf(after('running'), before)).toBe('the job goes on');
  });

  it('is why it was refused, where the job allows it no more', () => {
    const one = {
      _id: 'j',
      outcome: 'refused',
      status: 'complete',
      message: 'it has ended',
    } as const;
    expect(outcomeOf({ data: [one] }, before)).toBe('it has ended');
    expect(outcomeOf({ data: [{ ...one, message: '' }] }, before)).toBe('the job is complete');
  });
});
