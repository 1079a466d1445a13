import { describe, expect, it } from 'vitest';
import { aLawWorkflow, aTask } from '../../../test/support/engine/law-workflow.js';
import { SteppedJob } from '../../../test/support/engine/stepped-job.js';
import { type JsonObject } from '../../kernel/json.js';
import { MOCKED_SUCCESS, type TaskOutcome } from './commands.js';
import { type PureTask } from './pure-task.js';

const MOCK: TaskOutcome = { finish: 'success', output: { made: 1 } };
const needy: PureTask = {
  needs: () => [{ kind: 'document', type: 'transformation', idOrName: 't' }],
  run: (_, { given }) => {
    if (given[0] === undefined) throw new Error('there is no transformation');
    return { finish: 'success', output: { made: 'really' } };
  },
};
const oneTask = (name: string, incoming: JsonObject = {}, more: JsonObject = {}): JsonObject =>
  aLawWorkflow(
    {
      a: {
        ...aTask(name, { incoming, outgoing: { out: '$var.job.out' } }),
        app: 'WorkFlowEngine',
        ...more,
      },
    },
    [
      ['workflow_start', 'a'],
      ['a', 'workflow_end'],
    ],
  );
const mocked = (document: JsonObject, outcome: TaskOutcome = MOCK): SteppedJob =>
  new SteppedJob(document, {
    tasks: { needy },
    mocks: (task) => (task === 'a' ? outcome : undefined),
  });

describe('a task with a mock', () => {
  it.each<[string, JsonObject]>([
    ['a childJob', oneTask('childJob', { workflow: 'w', loopType: '', data_array: '' })],
    ['a delay', oneTask('delay', { time: 3600 })],
    ['a stub', oneTask('stub', { delay: 5 })],
    ['a listener', oneTask('eventListenerJob')],
    [
      'a manual task',
      oneTask('ViewData', {}, { variables: { outgoing: { out: '$var.job.out' } } }),
    ],
    ['a pure task', oneTask('needy')],
    ['an adapter call', oneTask('getDevice', {}, { app: 'NetBox', location: 'Adapter' })],
    ['an unknown task', oneTask('nobodyKnows', {}, { app: 'MOP', type: 'automatic' })],
  ])('ends at once with its mock, and says so: %s', (_, document) => {
    const job = mocked(document);
    expect([job.state.status, job.variable('out')]).toEqual(['complete', { made: 1 }]);
    const [end, ...more] = job.commands.flatMap((one) => (one.kind === 'record' ? [one.end] : []));
    expect([end?.mocked, more]).toEqual([true, []]);
    expect(job.commands.map(({ kind }) => kind)).not.toContain('start-child');
    expect(job.queries).toEqual([]);
  });

  it('skips the body of a loop', () => {
    const loop = aLawWorkflow(
      { a: aTask('forEach', { incoming: { data_array: [1, 2] } }), b: aTask('x') },
      [
        ['workflow_start', 'a'],
        ['a', 'b', 'loop'],
        ['a', 'workflow_end'],
      ],
    );
    const job = mocked(loop, MOCKED_SUCCESS);
    expect([job.state.status, job.task('b').phase]).toEqual(['complete', 'dead']);
  });

  it('is asked anew for each run of it', () => {
    const numbers: number[] = [];
    const retrySettings = { state: ['error'], autoRetry: true, limit: 3, delay: 0 };
    const job = new SteppedJob(oneTask('delay', { time: 60 }, { retrySettings }), {
      mocks: (_, number) => {
        numbers.push(number);
        return number < 3 ? { finish: 'error', error: 'not yet' } : MOCK;
      },
    });
    expect([job.state.status, numbers]).toEqual(['complete', [1, 2, 3]]);
  });
});

describe('a task whose document is absent', () => {
  const job = (given: { document?: JsonObject; isTest: boolean }) =>
    new SteppedJob(oneTask('needy'), {
      tasks: { needy },
      answer: () => given.document,
      ...(given.isTest && { mocks: () => undefined }),
    });

  it('succeeds in a test run, and says so', () => {
    const test = job({ isTest: true });
    expect([test.state.status, test.variable('out')]).toEqual(['complete', {}]);
    const [end] = test.commands.flatMap((one) => (one.kind === 'record' ? [one.end] : []));
    expect(end?.mocked).toBe(true);
  });

  it('ends in error in a real run', () => {
    const real = job({ isTest: false });
    expect([real.state.status, real.state.errors[0]?.message]).toEqual([
      'error',
      'there is no transformation',
    ]);
  });

  it('runs where the document is there', () => {
    expect(job({ document: {}, isTest: true }).variable('out')).toEqual({ made: 'really' });
  });
});

describe('a childJob whose workflow is absent', () => {
  const incoming = {
    workflow: 'w',
    variables: {},
    transformation: '',
    loopType: 'parallel',
    data_array: [{}, {}],
  };

  it('ends as a whole with what stands in for it, once', () => {
    const job = new SteppedJob(oneTask('childJob', incoming));
    const { id } = job.begun('a');
    const event = { kind: 'stood-in', task: 'a', iteration: id, outcome: MOCK } as const;
    expect(job.apply({ ...event, iteration: 'another' }).kind).toBe('ignored');
    job.apply(event);
    expect([job.state.status, job.variable('out')]).toEqual(['complete', { made: 1 }]);
    expect(job.commands).toContainEqual(
      expect.objectContaining({
        kind: 'close',
        id,
        end: expect.objectContaining({ mocked: true }),
      }),
    );
    expect(job.state.children).toEqual({});
    expect(job.apply(event).kind).toBe('ignored');
  });
});
