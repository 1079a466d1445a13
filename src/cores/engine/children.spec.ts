import { describe, expect, it } from 'vitest';
import { aLawWorkflow, aTask } from '../../../test/support/engine/law-workflow.js';
import { SteppedJob } from '../../../test/support/engine/stepped-job.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type Command } from './commands.js';
import { type ValueRef } from './value-ref.js';
import { type ChildResult, type PureTask } from './pure-task.js';

type Start = Extract<Command, { kind: 'start-child' }>;
interface Options {
  readonly variables?: Record<string, ValueRef>;
  readonly results?: readonly ChildResult[];
  readonly transformation?: PureTask['run'];
  readonly liveChildren?: number;
}

const parentOf = (
  incoming: JsonObject,
  { variables = {}, results = [], transformation, liveChildren = 50 }: Options = {},
) =>
  new SteppedJob(
    aLawWorkflow(
      {
        c: aTask('childJob', {
          incoming: { workflow: 'w', variables: {}, loopType: '', data_array: '', ...incoming },
          outgoing: { job_details: '$var.job.details' },
        }),
      },
      [
        ['workflow_start', 'c'],
        ['c', 'workflow_end'],
      ],
    ),
    {
      variables,
      limits: { liveChildren, loopLength: 5 },
      answer: ({ kind }) => (kind === 'children' ? (results as unknown as JsonValue) : undefined),
      ...(transformation ? { tasks: { transformation } } : {}),
    },
  );

const startsOf = ({ commands }: SteppedJob): readonly Start[] =>
  commands.filter((command): command is Start => command.kind === 'start-child');

const ended = (job: SteppedJob, index: number, status: 'complete' | 'canceled' = 'complete') =>
  job.apply({ kind: 'child', task: 'c', iteration: job.begun('c').id, index, status });

const valuesOf = ({ variables }: Start) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, held]) => [
      name,
      held.kind === 'here' ? held.value : held,
    ]),
  );

describe('one child', () => {
  it('is given its variables, each as secret as it was, and none that it makes for itself', () => {
    const variables = { p: { task: 'job', value: 'p' }, q: { task: 'static', value: 1 } };
    const own = {
      _id: { task: 'static', value: 'forged' },
      initiator: { task: 'static', value: '' },
    };
    const job = parentOf(
      { variables: { ...variables, ...own } },
      { variables: { p: { kind: 'here', value: 'pw', secret: true } } },
    );
    expect(startsOf(job)).toMatchObject([
      {
        workflow: 'w',
        index: 0,
        isLoop: false,
        variables: {
          p: { kind: 'here', value: 'pw', secret: true },
          q: { kind: 'here', value: 1 },
        },
      },
    ]);
    expect(Object.keys(startsOf(job)[0]?.variables ?? {})).toEqual(['p', 'q']);
  });

  it('makes its details secret when it has a secret', () => {
    const results = [{ index: 0, status: 'complete', variables: { a: 1 }, secret: true }] as const;
    const job = parentOf({}, { results });
    ended(job, 0);
    expect(job.state.variables['details']).toEqual({
      kind: 'here',
      value: { a: 1, status: 'complete' },
      secret: true,
    });
  });

  it('is not told twice that it has ended, nor for an older run', () => {
    const job = parentOf({});
    const iteration = job.begun('c').id;
    const event = { kind: 'child', task: 'c', index: 0, status: 'complete' } as const;
    expect(job.apply({ ...event, iteration: 'older' }).kind).toBe('ignored');
    expect(job.apply({ ...event, iteration, index: 1 }).kind).toBe('ignored');
    expect(job.apply({ ...event, iteration }).kind).toBe('applied');
    expect(job.apply({ ...event, iteration }).kind).toBe('ignored');
  });

  it('cannot be of a workflow without a name', () => {
    expect(parentOf({ workflow: ' ' }).state.errors[0]?.message).toBe(
      'the childJob names no workflow to run',
    );
  });
});

describe('a child for each element', () => {
  const items = [{ n: 0 }, { n: 1 }, { n: 2 }];

  it('has the keys of its element above the variables of all', () => {
    const variables = { n: { task: 'static', value: 'all' }, m: { task: 'static', value: 'all' } };
    const job = parentOf({ loopType: 'parallel', data_array: items, variables });
    expect(startsOf(job).map(valuesOf)).toEqual(items.map(({ n }) => ({ m: 'all', n })));
  });

  it('starts as many at a time as may run, the next as soon as one has ended', () => {
    const job = parentOf({ loopType: 'parallel', data_array: items }, { liveChildren: 2 });
    expect(startsOf(job).map(({ index }) => index)).toEqual([0, 1]);
    ended(job, 1);
    expect(startsOf(job).map(({ index }) => index)).toEqual([2]);
  });

  it('starts the next of a sequence also after one that was canceled, and ends in error', () => {
    const results = [
      { index: 2, status: 'complete', variables: {} },
      { index: 0, status: 'complete', variables: { v: 1 } },
      { index: 1, status: 'canceled', variables: {} },
    ];
    const job = parentOf({ loopType: 'sequential', data_array: items }, { results });
    ended(job, 0);
    ended(job, 1, 'canceled');
    ended(job, 2);
    expect([job.task('c').finish, job.state.errors[0]?.message]).toEqual([
      'error',
      'child 1 was canceled',
    ]);
    expect(job.variable('details')).toEqual({
      status: 'canceled',
      loop: [
        { v: 1, status: 'complete', childJobLoopIndex: 0 },
        { status: 'canceled', childJobLoopIndex: 1 },
        { status: 'complete', childJobLoopIndex: 2 },
      ],
    });
  });

  it('is started after a pause, not in it', () => {
    const job = parentOf({ loopType: 'sequential', data_array: items });
    job.apply({ kind: 'pause' });
    expect(job.commands).toContainEqual(expect.objectContaining({ control: 'pause' }));
    ended(job, 0);
    expect(startsOf(job)).toEqual([]);
    job.apply({ kind: 'resume' });
    expect(startsOf(job).map(({ index }) => index)).toEqual([1]);
  });

  it('is given what the transformation makes of its element', () => {
    const seen: JsonValue[] = [];
    const job = parentOf(
      { loopType: 'parallel', data_array: ['x', 'y'], transformation: 't' },
      {
        transformation: (input) => {
          seen.push({ ...input });
          return { finish: 'success', output: { made: seen.length } };
        },
      },
    );
    expect(seen[0]).toEqual({
      tr_id: 't',
      variableMap: { currentValue: 'x' },
      options: { extractOutput: true },
    });
    expect(startsOf(job).map(valuesOf)).toEqual([{ made: 1 }, { made: 2 }]);
  });

  it('fails alone where its element makes no variables', () => {
    const results = [{ index: 0, status: 'complete', variables: {} }];
    const data_array = [{ n: 0 }, 'no object'];
    const job = parentOf({ loopType: 'parallel', data_array }, { results });
    ended(job, 0);
    expect(job.state.errors[0]?.message).toBe('element 1 of data_array is no object');
    expect(job.variable('details')).toMatchObject({ status: 'error' });
  });

  it.each([
    [{ loopType: 'parallel', data_array: 'x' }, 'must be a list'],
    [{ loopType: 'parallel', data_array: [1, 2, 3, 4, 5, 6] }, 'at most 5'],
    [{ loopType: 'sideways', data_array: [] }, 'sequential or parallel'],
  ])('is refused as %j', (incoming, message) => {
    expect(parentOf(incoming).state.errors[0]?.message).toContain(message);
  });

  it('is none for no elements', () => {
    const job = parentOf({ loopType: 'parallel', data_array: [] });
    expect([job.state.status, job.variable('details')]).toEqual([
      'complete',
      { status: 'complete', loop: [] },
    ]);
  });
});
