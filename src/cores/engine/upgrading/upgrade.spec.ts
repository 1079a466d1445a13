import { describe, expect, it } from 'vitest';
import { aLawWorkflow, aTask } from '#test/support/engine/law-workflow.js';
import { SteppedJob } from '#test/support/engine/stepped-job.js';
import { type JsonObject } from '../../../kernel/json.js';
import { compilePlan } from '../compile-plan.js';
import { type Upgrade, upgradeOf } from './upgrade.js';

const call = aTask('call');
const BROKEN = { finish: 'error', error: 'no' } as const;
const FINE = { finish: 'success' } as const;
const NO_MOVE = 'no available transitions found from completed tasks';

const PAIR = aLawWorkflow({ a: call, b: call }, [
  ['workflow_start', 'a'],
  ['a', 'b'],
  ['b', 'workflow_end'],
]);

const upgraded = ({ plan, state }: SteppedJob, document: JsonObject): Upgrade =>
  upgradeOf(plan, state, compilePlan(document, { isInline: () => undefined }));

const fates = ({ tasks }: Upgrade): readonly string[] =>
  tasks.map(({ task, change, then }) => `${task} ${change} ${then ?? ''}`);

/** `b` has failed. */
const failed = (): SteppedJob => {
  const job = new SteppedJob(PAIR);
  job.finish('a', FINE);
  job.finish('b', BROKEN);
  return job;
};

describe('an upgrade', () => {
  it('of a task that failed and is no more leaves the job at the one before it', () => {
    const upgrade = upgraded(
      failed(),
      aLawWorkflow({ a: call, c: call }, [
        ['workflow_start', 'a'],
        ['a', 'c'],
        ['c', 'workflow_end'],
      ]),
    );
    expect(fates(upgrade)).toEqual(['a ways keeps-result', 'c added next', 'b removed removed']);
    expect(upgrade.state).toMatchObject({ status: 'paused', errors: [] });
    const gone = upgraded(failed(), aLawWorkflow({ a: call }, [['workflow_start', 'a']]));
    expect(gone.state).toMatchObject({
      status: 'error',
      errors: [{ task: 'a', message: NO_MOVE, timestamp: 1000 }],
      former: { b: { iterations: 1, generation: 1 } },
    });
  });

  it('begins nothing that the job is past, nor what follows from it alone', () => {
    const job = new SteppedJob(PAIR);
    job.finish('a', FINE);
    job.apply({ kind: 'pause' });
    const upgrade = upgraded(
      job,
      aLawWorkflow({ a: call, b: call, n: call, m: call }, [
        ['workflow_start', 'a'],
        ['workflow_start', 'n'],
        ['n', 'a'],
        ['n', 'm'],
        ['a', 'b'],
        ['b', 'workflow_end'],
      ]),
    );
    expect(fates(upgrade)).toEqual([
      'workflow_start ways keeps-result',
      'n added not-run',
      'm added not-run',
    ]);
  });

  it('keeps secret what is secret now', () => {
    const { tasks, transitions } = PAIR;
    const a = aTask('call', { outgoing: { result: '$var.job.key' } });
    const open = { ...PAIR, transitions, tasks: { ...tasks, a } };
    const job = new SteppedJob(open);
    job.finish('a', { finish: 'success', output: 'k' });
    job.apply({ kind: 'pause' });
    const decorators = [{ type: 'encryption', pointer: '/variables/key' }];
    const { state } = upgraded(job, { ...open, decorators });
    expect(state?.variables['key']).toEqual({ kind: 'here', value: 'k', secret: true });
  });

  it('waits until a loop has ended whose body is another one', () => {
    const looping = (body: JsonObject): JsonObject =>
      aLawWorkflow({ f: aTask('forEach', { incoming: { data_array: ['x', 'y'] } }), b: body }, [
        ['workflow_start', 'f'],
        ['f', 'b', 'loop'],
        ['f', 'workflow_end'],
      ]);
    const job = new SteppedJob(looping(call));
    job.finish('b', FINE);
    job.apply({ kind: 'pause' });
    const other = aTask('call', { incoming: { more: 1 } });
    expect(upgraded(job, looping(other)).blockers.map(({ task }) => task)).toEqual(['f', 'b']);
    expect(upgraded(job, looping({ ...call, x: 10 })).blockers).toEqual([]);
  });

  it('runs a task no more that goes into the body of a loop whose turn is over', () => {
    const f = aTask('forEach', { incoming: { data_array: [] } });
    const begin = ['workflow_start', 'f'] as const;
    const around = (id: string) => ['f', id, 'loop'] as const;
    const looping = aLawWorkflow({ f, a: call, b: call }, [begin, ['f', 'a'], around('b')]);
    const ended = aLawWorkflow({ f, c: call, a: call, b: call }, [
      ...[begin, around('c'), ['f', 'a'] as const, ['a', 'b'] as const],
    ]);
    for (const before of [PAIR, ended]) {
      const job = new SteppedJob(before);
      job.apply({ kind: 'pause' });
      job.finish('a', FINE);
      expect(job.task('b').phase).toBe('ready');
      const { state } = upgraded(job, looping);
      const { places } = compilePlan(looping, { isInline: () => undefined });
      expect(state?.tasks[places.get('b') ?? -1]?.phase).toBe('dead');
    }
  });

  it('does not take a task for another one that has finished under its id', () => {
    const job = failed();
    const other = aTask('delay', { incoming: { time: 1 } });
    const { tasks, transitions } = PAIR;
    const renamed = { ...PAIR, transitions, tasks: { ...tasks, a: other } };
    expect(upgraded(job, renamed).blockers).toEqual([
      {
        task: 'a',
        detail: "has finished as 'call' and is 'delay' now: give the new task an id of its own",
      },
    ]);
    const retried = { ...PAIR, transitions, tasks: { ...tasks, b: other } };
    expect(fates(upgraded(job, retried))).toEqual(['b changed failed']);
  });
});
