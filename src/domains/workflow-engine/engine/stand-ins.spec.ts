import { describe, expect, it } from '@jest/globals';
import { aLawWorkflow, aTask } from '../../../../test/support/engine/law-workflow.js';
import { SteppedJob } from '../../../../test/support/engine/stepped-job.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type TaskOutcome } from './commands.js';
import { type PureTask } from './pure-task.js';

const MOCK: TaskOutcome = { finish: 'success', output: { made: 1 } };
const needy: PureTask = {
  needs: () => [{ kind: 'document', type: 'transformation', idOrName: 't' }],
  run: (_, { given }) => {
    if (given[0] === undefined) throw new Error('there is no transformation');
    return { finish: 'success', output: { made: 'really' } };
  },
};
const oneTask = (name: string, incoming: JsonObject = {}): JsonObject =>
  aLawWorkflow(
    {
      a: {
        ...aTask(name, { incoming, outgoing: { out: '$var.job.out' } }),
        app: 'WorkFlowEngine',
      },
    },
    [
      ['workflow_start', 'a'],
      ['a', 'workflow_end'],
    ],
  );

describe('a task whose document is absent', () => {
  const job = (given: { document?: JsonObject; mock?: TaskOutcome }) =>
    new SteppedJob(oneTask('needy'), {
      tasks: { needy },
      answer: ({ kind }) =>
        kind === 'document' ? given.document : (given.mock as unknown as JsonObject | undefined),
    });

  it('has its mock in a test run, and says so', () => {
    const mocked = job({ mock: MOCK });
    expect([mocked.state.status, mocked.variable('out')]).toEqual(['complete', { made: 1 }]);
    expect(mocked.wants).toContainEqual({ kind: 'stand-in', task: 'a', number: 1 });
    const [end] = mocked.commands.flatMap((one) => (one.kind === 'record' ? [one.end] : []));
    expect(end?.mocked).toBe(true);
  });

  it('ends in error in a real run', () => {
    const real = job({});
    expect([real.state.status, real.state.errors[0]?.message]).toEqual([
      'error',
      'there is no transformation',
    ]);
  });

  it('runs where the document is there, whatever mocks there are', () => {
    const run = job({ document: {}, mock: MOCK });
    expect(run.variable('out')).toEqual({ made: 'really' });
    expect(run.wants.map(({ kind }) => kind)).not.toContain('stand-in');
  });
});

describe('a childJob whose workflow is absent', () => {
  const incoming = {
    ...{ workflow: 'w', variables: {}, transformation: '' },
    ...{ loopType: 'parallel', data_array: [{}, {}] },
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
