import { describe, expect, it } from 'vitest';
import { aLawWorkflow, aTask } from '#test/support/engine/law-workflow.js';
import { begin, runsOf, standing, trialOf, worldOf } from '#test/support/engine/trial.js';

import { ENGINE_LIMITS } from '../step.js';

const NO_MOVE = 'no available transitions found from completed tasks';
const seed = 7;

const inputOf = (trial: ReturnType<typeof trialOf>, task: string, number = 1) => {
  const all = trial.world.iterationsOf(trial.job.id, task);
  const one = all.find(({ iteration }) => iteration.number === number);
  return one && trial.world.readAll(one.iteration.input);
};

describe('moves from task to task', () => {
  it('a switch of parallel evaluations: the one that is true leads on, the end waits for the dead ways', () => {
    const one = (finishes: readonly string[]) =>
      aTask('compute', { incoming: { id: finishes.join(), finishes: [...finishes] } });
    const workflow = (second: string) =>
      aLawWorkflow(
        {
          a: one(['failure']),
          b: one([second]),
          c: one(['failure']),
          x: aTask('call'),
          y: aTask('call'),
        },
        [
          ['workflow_start', 'a'],
          ['workflow_start', 'b'],
          ['workflow_start', 'c'],
          ['a', 'x'],
          ['b', 'y'],
          ['c', 'workflow_end'],
          ['x', 'workflow_end'],
          ['y', 'workflow_end'],
        ],
      );
    const taken = trialOf(workflow('success'), { seed });
    expect(taken.job.state.status).toBe('complete');
    expect(runsOf(taken.world, taken.job)).toEqual({ a: 1, b: 1, c: 1, x: 0, y: 1 });
    const none = trialOf(workflow('failure'), { seed });
    expect(none.job.state.status).toBe('error');
    expect(none.job.state.errors.map(({ task, message }) => [task, message])).toEqual([
      ['a', NO_MOVE],
      ['b', NO_MOVE],
      ['c', NO_MOVE],
    ]);
  });

  it('the end is complete only when no stray branch is active any more', () => {
    const workflow = aLawWorkflow(
      { a: aTask('compute', { incoming: { id: 'a' } }), b: aTask('call') },
      [
        ['workflow_start', 'a'],
        ['workflow_start', 'b'],
        ['a', 'workflow_end'],
      ],
    );
    const world = worldOf(workflow, { seed });
    const job = begin(world);
    expect([standing(job, 'workflow_end').phase, job.state.status]).toEqual(['done', 'running']);
    world.run();
    expect(job.state.status).toBe('complete');
  });

  it('an error is put down in the job and in the variable that the task names', () => {
    const workflow = aLawWorkflow(
      {
        a: aTask('call', { incoming: { finishes: ['error'] }, error: '$var.job.wrong' }),
        b: aTask('call', { incoming: { seen: '$var.job.wrong' } }),
      },
      [
        ['workflow_start', 'a'],
        ['a', 'b', 'error'],
        ['a', 'workflow_end'],
        ['b', 'workflow_end'],
      ],
    );
    const trial = trialOf(workflow, { seed });
    expect(trial.job.state.status).toBe('complete');
    expect(inputOf(trial, 'b')?.['seen']).toMatchObject({ message: 'a ended so' });
    expect(trial.job.state.errors.map(({ task }) => task)).toContain('a');
  });

  it('tasks after an error read it by the name `error` of the task', () => {
    const workflow = aLawWorkflow(
      {
        a: aTask('call', { incoming: { finishes: ['error'] } }),
        b: aTask('call', { incoming: { seen: '$var.a.error' } }),
      },
      [
        ['workflow_start', 'a'],
        ['a', 'b', 'error'],
        ['b', 'workflow_end'],
      ],
    );
    expect(inputOf(trialOf(workflow, { seed }), 'b')?.['seen']).toMatchObject({
      message: 'a ended so',
    });
  });

  it('a failure edge does not catch an error', () => {
    const workflow = aLawWorkflow(
      { a: aTask('call', { incoming: { finishes: ['error'] } }), b: aTask('call') },
      [
        ['workflow_start', 'a'],
        ['a', 'b', 'failure'],
        ['b', 'workflow_end'],
      ],
    );
    const { world, job } = trialOf(workflow, { seed });
    expect([job.state.status, runsOf(world, job)]).toEqual(['error', { a: 1, b: 0 }]);
  });

  it('I13: what is not there is null from a task, absent from the job for the engine, null for others', () => {
    const incoming = { task: '$var.a.nothing', variable: '$var.job.nothing', deep: ['$var.job.x'] };
    const workflow = aLawWorkflow(
      {
        a: aTask('call'),
        b: aTask('newVariable', { incoming, outgoing: { value: null } }),
        c: aTask('call', { incoming }),
      },
      [
        ['workflow_start', 'a'],
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'workflow_end'],
      ],
    );
    const trial = trialOf(workflow, { seed });
    expect(inputOf(trial, 'b')).toEqual({ task: null, deep: ['$var.job.x'] });
    expect(inputOf(trial, 'c')).toEqual({ task: null, variable: null, deep: ['$var.job.x'] });
  });

  it('I13: what was put out before a way back is not seen while it is done again', () => {
    const workflow = aLawWorkflow(
      {
        a: aTask('call'),
        b: aTask('call', { incoming: { finishes: ['failure', 'success'] } }),
        m: aTask('ViewData'),
        x: aTask('call', { incoming: { seen: '$var.b.result' } }),
      },
      [
        ['workflow_start', 'a'],
        ['workflow_start', 'm'],
        ['a', 'b'],
        ['b', 'a', 'failure', 'revert'],
        ['b', 'workflow_end'],
        ['m', 'x'],
        ['x', 'workflow_end'],
      ],
    );
    const world = worldOf(workflow, { seed });
    const job = begin(world);
    world.drain(job);
    const finish = (task: string, number: number) => {
      const one = world
        .iterationsOf(job.id, task)
        .find(({ iteration }) => iteration.number === number);
      if (!one) throw new Error(`no run ${number} of ${task}`);
      const event = { kind: 'finished', task, iteration: one.iteration.id } as const;
      const result = world.apply(job, { ...event, outcome: world.outcomeOf(one) });
      world.drain(job);
      return result.kind;
    };
    finish('a', 1);
    finish('b', 1);
    // The way back has cleared b; x runs only now.
    finish('m', 1);
    const [x] = world.iterationsOf(job.id, 'x');
    expect(x && world.readAll(x.iteration.input)['seen']).toBeNull();
  });

  it('a circle of reverts that never waits ends in an error that says so, and leaves the node in between', () => {
    const workflow = aLawWorkflow(
      {
        a: aTask('compute', { incoming: { id: 'a', finishes: ['success'] } }),
        b: aTask('compute', { incoming: { id: 'b', finishes: ['success'] } }),
      },
      [
        ['workflow_start', 'a'],
        ['a', 'b'],
        ['b', 'a', 'success', 'revert'],
        ['b', 'workflow_end', 'failure'],
      ],
    );
    const { world, job } = trialOf(workflow, { seed });
    expect(job.state.status).toBe('error');
    expect(job.state.errors.map(({ message }) => message).join()).toMatch(/revert/i);
    expect(runsOf(world, job)['b']).toBeLessThanOrEqual(62);
    expect(world.applied.length).toBeGreaterThan(10);
    expect(world.breaches).toEqual([]);
  });
});

describe('tasks that the engine waits with', () => {
  it('retry settings: two failures, then a success, are three runs, and the edge is taken once', () => {
    const workflow = (finishes: readonly string[]) =>
      aLawWorkflow(
        {
          a: aTask('call', {
            incoming: { finishes: [...finishes] },
            retrySettings: { state: ['error'], autoRetry: true, limit: 3, delay: 3000 },
          }),
          s: aTask('call'),
          e: aTask('call'),
        },
        [
          ['workflow_start', 'a'],
          ['a', 's'],
          ['a', 'e', 'error'],
          ['s', 'workflow_end'],
          ['e', 'workflow_end'],
        ],
      );
    const mended = trialOf(workflow(['error', 'error', 'success']), { seed });
    expect(runsOf(mended.world, mended.job)).toEqual({ a: 3, s: 1, e: 0 });
    expect(mended.world.now).toBe(1_000_000 + 2 * 3000);
    const spent = trialOf(workflow(['error']), { seed });
    expect(runsOf(spent.world, spent.job)).toEqual({ a: 4, s: 0, e: 1 });
    expect(spent.job.state.status).toBe('complete');
  });

  it('reattempt: waits and goes back until it is used up, and its count survives the ways back', () => {
    const workflow = (succeedsAt: number) =>
      aLawWorkflow(
        {
          a: aTask('call', {
            incoming: {
              finishes: [...Array.from({ length: succeedsAt - 1 }, () => 'failure'), 'success'],
            },
          }),
          r: aTask('reattempt', {
            incoming: { job_id: '$var.job._id', attemptID: 'poll', minutes: 2, attempts: 3 },
            outgoing: { response: '' },
          }),
          e: aTask('call'),
        },
        [
          ['workflow_start', 'a'],
          ['a', 'workflow_end'],
          ['a', 'r', 'failure'],
          ['r', 'a', 'success', 'revert'],
          ['r', 'e', 'error'],
          ['e', 'workflow_end'],
        ],
      );
    const third = trialOf(workflow(3), { seed });
    expect(runsOf(third.world, third.job)).toEqual({ a: 3, r: 2, e: 0 });
    expect(third.world.now).toBe(1_000_000 + 2 * 120_000);
    const never = trialOf(workflow(99), { seed });
    expect(runsOf(never.world, never.job)).toEqual({ a: 4, r: 4, e: 1 });
    expect(never.job.state.status).toBe('complete');
  });

  it('a delay takes its time, also that of a variable', () => {
    const workflow = aLawWorkflow(
      {
        d: aTask('delay', {
          incoming: { time: '$var.job.pause' },
          outgoing: { time_in_milliseconds: '$var.job.ms' },
        }),
      },
      [
        ['workflow_start', 'd'],
        ['d', 'workflow_end'],
      ],
    );
    const world = worldOf(workflow, { seed });
    const job = begin(world, { pause: 30 });
    world.run();
    expect([job.state.status, world.now]).toEqual(['complete', 1_030_000]);
    expect(world.readAll(job.state.variables)['ms']).toBe(30_000);
  });
});

describe('loops', () => {
  const loopOf = (items: readonly string[], body: Parameters<typeof aTask>[1], error = true) =>
    aLawWorkflow(
      {
        f: aTask('forEach', {
          incoming: { data_array: [...items] },
          outgoing: { current_item: null },
        }),
        b: aTask('call', body),
        e: aTask('call'),
      },
      [
        ['workflow_start', 'f'],
        ['f', 'b', 'loop'],
        ['f', 'workflow_end'],
        ...(error ? [['f', 'e', 'error'] as const, ['e', 'workflow_end'] as const] : []),
      ],
    );

  it('the body sees each element in turn, and its iterations know their index', () => {
    const trial = trialOf(loopOf(['x', 'y', 'z'], { incoming: { item: '$var.f.current_item' } }), {
      seed,
    });
    expect([1, 2, 3].map((number) => inputOf(trial, 'b', number)?.['item'])).toEqual([
      'x',
      'y',
      'z',
    ]);
    expect(
      trial.world.iterationsOf(trial.job.id, 'b').map(({ iteration }) => iteration.loops),
    ).toEqual([0, 1, 2].map((index) => [{ task: 'f', index }]));
    expect([trial.job.state.status, runsOf(trial.world, trial.job)['f']]).toEqual(['complete', 1]);
  });

  it('an empty list is a success at once', () => {
    const { world, job } = trialOf(loopOf([], {}), { seed });
    expect([job.state.status, runsOf(world, job)]).toEqual(['complete', { f: 1, b: 0, e: 0 }]);
  });

  it('a success or failure without an edge only ends the element; an error ends the loop in error', () => {
    const failing = trialOf(loopOf(['x', 'y'], { incoming: { finishes: ['failure'] } }), { seed });
    expect([failing.job.state.status, runsOf(failing.world, failing.job)]).toEqual([
      'complete',
      { f: 1, b: 2, e: 0 },
    ]);
    const body = { incoming: { finishes: ['success', 'error'] } };
    const broken = trialOf(loopOf(['x', 'y', 'z'], body), { seed });
    expect([broken.job.state.status, runsOf(broken.world, broken.job)]).toEqual([
      'complete',
      { f: 1, b: 2, e: 1 },
    ]);
    expect(standing(broken.job, 'f').finish).toBe('error');
    const uncaught = trialOf(loopOf(['x', 'y', 'z'], body, false), { seed });
    expect(uncaught.job.state.status).toBe('error');
    expect(uncaught.job.state.errors.map(({ message }) => message)).toContain(NO_MOVE);
  });

  it('a list that is none is an error of the loop', () => {
    const workflow = loopOf([], {});
    workflow.tasks['f'] = aTask('forEach', {
      incoming: { data_array: 'text' },
      outgoing: { current_item: null },
    });
    const { world, job } = trialOf(workflow, { seed });
    expect([standing(job, 'f').finish, runsOf(world, job)['b']]).toEqual(['error', 0]);
  });

  it('thousands of elements are nothing special', () => {
    const items = Array.from({ length: 3000 }, (_, at) => at);
    const workflow = aLawWorkflow(
      {
        f: aTask('forEach', { incoming: { data_array: items }, outgoing: { current_item: null } }),
        b: aTask('compute', { incoming: { id: 'b' } }),
      },
      [
        ['workflow_start', 'f'],
        ['f', 'b', 'loop'],
        ['f', 'workflow_end'],
      ],
    );
    const limits = { ...ENGINE_LIMITS, loopLength: 10_000 };
    const { world, job } = trialOf(workflow, { seed, limits });
    expect([job.state.status, runsOf(world, job)['b']]).toEqual(['complete', 3000]);
  });
});
