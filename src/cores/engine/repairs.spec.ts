import { describe, expect, it } from 'vitest';
import { aLawWorkflow, aTask, type LawEdge } from '../../../test/support/engine/law-workflow.js';
import { SteppedJob } from '../../../test/support/engine/stepped-job.js';
import { type JsonObject } from '../../kernel/json.js';

const BROKEN = { finish: 'error', error: 'no' } as const;
const FINE = { finish: 'success' } as const;
const NO_MOVE = 'no available transitions found from completed tasks';

const pair = () =>
  new SteppedJob(
    aLawWorkflow({ a: aTask('call'), b: aTask('call') }, [
      ['workflow_start', 'a'],
      ['a', 'b'],
      ['b', 'workflow_end'],
    ]),
  );

const looping = () =>
  new SteppedJob(
    aLawWorkflow(
      {
        f: aTask('forEach', { incoming: { data_array: ['x', 'y'] } }),
        b: aTask('call'),
        z: aTask('call'),
      },
      [
        ['workflow_start', 'f'],
        ['f', 'b', 'loop'],
        ['f', 'workflow_end'],
        ['f', 'z', 'error'],
      ],
    ),
  );

describe('a job in error', () => {
  it('goes on from how a task ended, without running it again', () => {
    const job = pair();
    job.finish('a', FINE);
    job.finish('b', BROKEN);
    expect(job.state.errors.map(({ message }) => message)).toEqual(['no', NO_MOVE]);
    expect(job.apply({ kind: 'continue', task: 'a' }).kind).toBe('applied');
    expect([job.state.status, job.state.errors]).toEqual(['running', []]);
    job.finish('b', FINE);
    expect(job.state.status).toBe('complete');
    expect([job.task('a').iterations, job.task('b').iterations]).toEqual([1, 2]);
  });

  it('stays in error where nothing follows, with the time of now', () => {
    const job = pair();
    job.finish('a', BROKEN);
    job.now += 5;
    job.apply({ kind: 'continue', task: 'a' });
    expect(job.state.status).toBe('error');
    expect(job.state.errors.filter(({ message }) => message === NO_MOVE)).toEqual([
      { task: 'a', message: NO_MOVE, timestamp: 1005 },
    ]);
  });

  it('runs a task that failed again, or takes it as done', () => {
    const [again, taken] = [pair(), pair()];
    for (const job of [again, taken]) job.finish('a', BROKEN);
    again.apply({ kind: 'retry', task: 'a' });
    expect(again.begun('a').number).toBe(2);
    taken.apply({ kind: 'skip', task: 'a', finish: 'success' });
    expect([taken.task('a').iterations, taken.begun('b').number]).toEqual([1, 1]);
    expect(taken.state.errors).toEqual([]);
  });

  it.each([
    [{ kind: 'continue', task: 'gone' }, 'unknown-task'],
    [{ kind: 'continue', task: 'b' }, 'not-finished'],
    [{ kind: 'revert', to: 'b' }, 'not-finished'],
    [{ kind: 'retry', task: 'workflow_start' }, 'not-finished'],
    [{ kind: 'skip', task: 'workflow_end', finish: 'success' }, 'not-finished'],
    [{ kind: 'pause' }, 'wrong-state'],
  ] as const)('refuses %j', (event, code) => {
    const job = pair();
    job.finish('a', BROKEN);
    expect(job.apply(event)).toMatchObject({ kind: 'refused', code });
  });

  it('refuses to do again what is under way', () => {
    const job = pair();
    job.finish('a', FINE);
    expect(job.apply({ kind: 'continue', task: 'a' })).toMatchObject({ code: 'still-active' });
    expect(job.apply({ kind: 'continue', task: 'b' })).toMatchObject({ code: 'still-active' });
  });
});

describe('what failed, run again all at once', () => {
  const tasks = (...ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, aTask('call')]));
  const numbers = (job: SteppedJob, ...ids: readonly string[]) =>
    ids.map((id) => job.task(id).iterations);

  it('leaves alone what an error edge has taken up', () => {
    const job = new SteppedJob(
      aLawWorkflow(tasks('a', 'b', 'c'), [
        ['workflow_start', 'a'],
        ['a', 'workflow_end'],
        ['a', 'b', 'error'],
        ['b', 'c'],
        ['c', 'workflow_end'],
      ]),
    );
    job.finish('a', BROKEN);
    job.finish('b', FINE);
    job.finish('c', BROKEN);
    expect(job.apply({ kind: 'retry-failed' }).kind).toBe('applied');
    job.finish('c', FINE);
    expect([job.state.status, numbers(job, 'a', 'b', 'c')]).toEqual(['complete', [1, 1, 2]]);
  });

  it('leaves alone what was done again since', () => {
    const job = new SteppedJob(
      aLawWorkflow(tasks('a', 'b', 'c'), [
        ['workflow_start', 'a'],
        ['a', 'c'],
        ['a', 'b', 'error'],
        ['b', 'a', 'success', 'revert'],
        ['c', 'workflow_end'],
      ]),
    );
    job.finish('a', BROKEN);
    job.finish('b', FINE);
    job.finish('a', FINE);
    job.finish('c', BROKEN);
    expect(job.apply({ kind: 'retry-failed' }).kind).toBe('applied');
    job.finish('c', FINE);
    expect([job.state.status, numbers(job, 'a', 'c')]).toEqual(['complete', [2, 2]]);
  });

  it('is all of it, even where the job shows the newest errors alone', () => {
    const ids = Array.from({ length: 120 }, (_, at) => `t${at}`);
    const job = new SteppedJob(
      aLawWorkflow(
        tasks(...ids),
        ids.flatMap((id): LawEdge[] => [
          ['workflow_start', id],
          [id, 'workflow_end'],
        ]),
      ),
    );
    for (const id of ids) job.finish(id, BROKEN);
    job.apply({ kind: 'retry-failed' });
    for (const id of ids) job.finish(id, FINE);
    expect(job.state.status).toBe('complete');
  });

  it('begins with what leads to the rest', () => {
    const items = { incoming: { data_array: ['x'] } };
    const job = new SteppedJob(
      aLawWorkflow({ ...tasks('b', 'a', 'o'), f: aTask('forEach', items) }, [
        ['workflow_start', 'a'],
        ['workflow_start', 'o'],
        ['a', 'f'],
        ['o', 'f'],
        ['f', 'b', 'loop'],
        ['f', 'workflow_end'],
      ]),
    );
    job.finish('a', BROKEN);
    job.finish('o', FINE);
    job.finish('b', BROKEN);
    expect(job.apply({ kind: 'retry-failed' }).kind).toBe('applied');
    expect([job.task('a').phase, job.task('f').phase]).toEqual(['running', 'pending']);
  });

  it('goes on with a loop at the element that failed, and with what comes after it', () => {
    const items = { incoming: { data_array: ['x', 'y'] } };
    const job = new SteppedJob(
      aLawWorkflow({ ...tasks('b', 'o', 'z'), f: aTask('forEach', items) }, [
        ['workflow_start', 'f'],
        ['workflow_start', 'o'],
        ['f', 'b', 'loop'],
        ['f', 'z'],
        ['o', 'z'],
        ['z', 'workflow_end'],
      ]),
    );
    job.finish('o', FINE);
    job.finish('b', FINE);
    job.finish('b', BROKEN);
    job.finish('z', BROKEN);
    expect(job.apply({ kind: 'retry-failed' }).kind).toBe('applied');
    expect(job.begun('b')).toMatchObject({ number: 3, loops: [{ task: 'f', index: 1 }] });
    job.finish('b', FINE);
    job.finish('z', FINE);
    expect(job.state.status).toBe('complete');
  });

  it('begins with the first of two loops, wherever the document names them', () => {
    const over = () => aTask('forEach', { incoming: { data_array: ['x'] } });
    const job = new SteppedJob(
      aLawWorkflow({ ...tasks('d', 'b', 'o'), f: over(), g: over() }, [
        ['workflow_start', 'f'],
        ['workflow_start', 'o'],
        ['f', 'b', 'loop'],
        ['f', 'g'],
        ['o', 'g'],
        ['g', 'd', 'loop'],
        ['g', 'workflow_end'],
      ]),
    );
    job.finish('b', BROKEN);
    job.finish('o', FINE);
    job.finish('d', BROKEN);
    expect(job.apply({ kind: 'retry-failed' }).kind).toBe('applied');
    job.finish('b', FINE);
    job.finish('d', FINE);
    expect(job.state.status).toBe('complete');
  });

  it('leaves a loop alone whose failure was taken up', () => {
    const job = looping();
    job.finish('b', BROKEN);
    job.finish('z', BROKEN);
    job.apply({ kind: 'retry-failed' });
    expect(numbers(job, 'f', 'b', 'z')).toEqual([1, 1, 2]);
  });

  it('is the task at which a circle was cut off', () => {
    const circle = aLawWorkflow({ a: { ...aTask('spin'), app: 'WorkFlowEngine' } }, [
      ['workflow_start', 'a'],
      ['a', 'workflow_end'],
      ['a', 'workflow_start', 'error', 'revert'],
    ]);
    let runs = 0;
    const spin = () => ((runs += 1) > 3 ? FINE : BROKEN);
    const job = new SteppedJob(circle, { tasks: { spin }, limits: { reverts: 2 } });
    expect(job.state.status).toBe('error');
    job.apply({ kind: 'retry-failed' });
    expect(job.state.status).toBe('complete');
  });

  it('is refused where nothing failed, or the job is over', () => {
    const job = pair();
    expect(job.apply({ kind: 'retry-failed' })).toMatchObject({ code: 'not-failed' });
    job.finish('a', BROKEN);
    job.apply({ kind: 'cancel' });
    expect(job.apply({ kind: 'retry-failed' })).toMatchObject({ code: 'not-failed' });
  });
});

describe('a loop that failed', () => {
  it('goes on at its element when a task of its body is repaired', () => {
    const job = looping();
    job.finish('b', FINE);
    job.finish('b', BROKEN);
    expect([job.task('f').finish, job.begun('z').number]).toEqual(['error', 1]);
    // What took up the failure of the loop is still at work.
    expect(job.apply({ kind: 'retry', task: 'b' })).toMatchObject({ code: 'still-active' });
    job.finish('z', FINE);
    expect(job.apply({ kind: 'retry', task: 'b' }).kind).toBe('applied');
    expect(job.begun('b')).toMatchObject({ number: 3, loops: [{ task: 'f', index: 1 }] });
    expect(job.task('z').phase).toBe('pending');
    job.finish('b', FINE);
    expect([job.state.status, job.task('f').iterations]).toEqual(['complete', 2]);
  });

  it('is not opened again once it has ended well', () => {
    const items = aTask('forEach', { incoming: { data_array: ['x'] } });
    const job = new SteppedJob(
      aLawWorkflow({ f: items, b: aTask('call'), z: aTask('call') }, [
        ['workflow_start', 'f'],
        ['f', 'b', 'loop'],
        ['f', 'z'],
        ['z', 'workflow_end'],
      ]),
    );
    job.finish('b', FINE);
    job.finish('z', BROKEN);
    expect(job.apply({ kind: 'continue', task: 'b' })).toMatchObject({ code: 'wrong-state' });
    expect(job.apply({ kind: 'revert', to: 'b' })).toMatchObject({ code: 'wrong-state' });
  });

  it('takes an element as done whose body is skipped', () => {
    const job = looping();
    job.apply({ kind: 'skip', task: 'b', finish: 'success' });
    expect(job.begun('b').loops).toEqual([{ task: 'f', index: 1 }]);
  });

  it('is skipped with its body', () => {
    const job = looping();
    job.apply({ kind: 'skip', task: 'f', finish: 'success' });
    expect(job.commands.filter(({ kind }) => kind === 'close')).toHaveLength(2);
    expect([job.state.status, job.task('b').phase]).toEqual(['complete', 'dead']);
  });
});

describe('a circle that never waits', () => {
  const circle = (a: JsonObject) =>
    aLawWorkflow(
      { a },
      [
        ['workflow_start', 'a'],
        ['a', 'a2'],
        ['a2', 'a', 'success', 'revert'],
        ['a2', 'workflow_end', 'failure'],
      ],
      { a2: { ...aTask('spin'), app: 'WorkFlowEngine' } },
    );
  const spin = () => ({ finish: 'success' }) as const;

  it('is cut off, and the job says where', () => {
    const job = new SteppedJob(circle({ ...aTask('spin'), app: 'WorkFlowEngine' }), {
      tasks: { spin },
      limits: { reverts: 20 },
    });
    while (job.state.hasMore) job.apply({ kind: 'wake' });
    expect([job.state.status, job.task('a').iterations]).toEqual(['error', 21]);
    expect(job.state.errors.map(({ task, message }) => [task, message])).toEqual([
      ['a2', 'reverted to a after 20 reverts without a wait between them: the circle was cut off'],
    ]);
  });

  it('goes on for ever where it waits', () => {
    const job = new SteppedJob(circle(aTask('delay', { incoming: { time: 1 } })), {
      tasks: { spin },
      limits: { reverts: 20 },
    });
    for (let round = 0; round < 50; round += 1) job.pass(1000);
    expect([job.state.status, job.task('a').iterations]).toEqual(['running', 51]);
  });

  it('goes on for ever where people or workers take their time', () => {
    const job = new SteppedJob(circle(aTask('ViewData')), {
      tasks: { spin },
      limits: { reverts: 20 },
    });
    for (let round = 0; round < 50; round += 1) {
      job.now += 1000;
      job.finish('a', FINE);
    }
    expect(job.state.status).toBe('running');
  });
});

describe('errors of a job', () => {
  it('are kept to the newest hundred', () => {
    const failing = { ...aTask('fail'), app: 'WorkFlowEngine' };
    const items = Array.from({ length: 150 }, (_, at) => at);
    const job = new SteppedJob(
      aLawWorkflow(
        { f: aTask('forEach', { incoming: { data_array: items } }), b: failing },
        [
          ['workflow_start', 'f'],
          ['f', 'b', 'loop'],
          ['b', 'd', 'error'],
          ['f', 'workflow_end'],
        ],
        { d: { ...aTask('fine'), app: 'WorkFlowEngine' } },
      ),
      {
        tasks: {
          fail: () => ({ finish: 'error', error: 'no' }),
          fine: () => ({ finish: 'success' }),
        },
      },
    );
    while (job.state.hasMore) job.apply({ kind: 'wake' });
    expect([job.state.status, job.state.errors.length]).toEqual(['complete', 100]);
  });
});
