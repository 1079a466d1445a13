import { describe, expect, it } from 'vitest';
import { aLawWorkflow, aTask } from '../../../test/support/engine/law-workflow.js';
import { SteppedJob } from '../../../test/support/engine/stepped-job.js';
import { type JsonObject } from '../../kernel/json.js';
import { initialState } from './step.js';

const alone = (task: JsonObject, more: JsonObject = {}) => ({
  ...aLawWorkflow({ a: task }, [
    ['workflow_start', 'a'],
    ['a', 'workflow_end'],
  ]),
  ...more,
});

const kindsOf = ({ commands }: SteppedJob) => commands.map(({ kind }) => kind);

describe('a delay', () => {
  const delay = (time: string | number) =>
    alone(
      aTask('delay', { incoming: { time }, outgoing: { time_in_milliseconds: '$var.job.ms' } }),
    );

  it('waits for its seconds, and says how long that was', () => {
    const job = new SteppedJob(delay('1.5'));
    expect(kindsOf(job)).toEqual(['publish', 'wait']);
    expect(job.pass(1499).kind).toBe('ignored');
    job.pass(1);
    expect([job.state.status, job.variable('ms')]).toEqual(['complete', 1500]);
    expect(job.state.timers).toEqual([]);
  });

  it('is over at once when it is told no time', () => {
    expect(new SteppedJob(delay('')).state.status).toBe('complete');
  });

  it('is in error when its time is no number', () => {
    const job = new SteppedJob(delay('soon'));
    expect(job.state.errors[0]).toEqual({
      task: 'a',
      message: 'the time of a delay must be a number of seconds',
      timestamp: 1000,
    });
  });
});

describe('a stub', () => {
  const stub = (incoming: JsonObject) =>
    alone(
      aTask('stub', { incoming, outgoing: { response: '$var.job.said' }, error: '$var.job.e' }),
    );

  it('ends as it is told, with its response', () => {
    const job = new SteppedJob(stub({ type: 'success', delay: '', response: 'done' }));
    expect([job.state.status, job.variable('said')]).toEqual(['complete', 'done']);
    expect(kindsOf(job)).toContain('record');
  });

  it('puts its response into the error, after its delay', () => {
    const job = new SteppedJob(stub({ type: 'error', delay: 2, response: 'broken' }));
    expect(job.task('a').phase).toBe('waiting');
    job.pass(2000);
    expect([job.state.status, job.variable('e')]).toEqual(['error', 'broken']);
    expect(job.variable('said')).toBeUndefined();
  });

  it('takes its type from elsewhere', () => {
    const variables = { how: { kind: 'here', value: 'failure' } } as const;
    const job = new SteppedJob(stub({ type: '$var.job.how' }), { variables });
    expect(job.task('a').finish).toBe('failure');
  });
});

describe('a reattempt', () => {
  const polling = (state: 'error' | 'failure', attempts: number) =>
    aLawWorkflow(
      {
        poll: aTask('call'),
        again: aTask('reattempt', { incoming: { attemptID: 'p', minutes: 2, attempts } }),
      },
      [
        ['workflow_start', 'poll'],
        ['poll', 'again', 'failure'],
        ['poll', 'workflow_end'],
        ['again', 'poll', 'success', 'revert'],
        ['again', 'workflow_end', state],
      ],
    );

  it('leads back as often as it may, counting across reverts', () => {
    const job = new SteppedJob(polling('error', 2));
    job.finish('poll', { finish: 'failure' });
    job.pass(120_000);
    expect(job.begun('poll').number).toBe(2);
    job.finish('poll', { finish: 'failure' });
    job.pass(120_000);
    job.finish('poll', { finish: 'failure' });
    expect([job.task('again').finish, job.state.status]).toEqual(['error', 'complete']);
    expect(job.state.errors[0]?.message).toBe("no more attempts: all 2 of 'p' are used up");
  });

  it('counts under a secret id without keeping it', () => {
    const secret = aLawWorkflow(
      {
        poll: aTask('call'),
        again: aTask('reattempt', {
          incoming: { attemptID: '$var.job.id', minutes: 2, attempts: 1 },
        }),
      },
      [
        ['workflow_start', 'poll'],
        ['poll', 'again', 'failure'],
        ['poll', 'workflow_end'],
        ['again', 'poll', 'success', 'revert'],
        ['again', 'workflow_end', 'error'],
      ],
    );
    const variables = { id: { kind: 'here', value: 'hunter2', secret: true } } as const;
    const job = new SteppedJob(secret, { variables });
    job.finish('poll', { finish: 'failure' });
    expect(JSON.stringify(job.state.attempts)).not.toContain('hunter2');
    const [timer] = job.state.timers;
    expect(timer?.ends?.value).toMatchObject({ value: { attempt: 1 }, secret: true });
    job.pass(120_000);
    job.finish('poll', { finish: 'failure' });
    expect([job.task('again').finish, job.state.status]).toEqual(['error', 'complete']);
    expect(JSON.stringify(job.state.errors)).not.toContain('hunter2');
  });

  it('follows a failure edge where it has none for its error', () => {
    const job = new SteppedJob(polling('failure', 0));
    job.finish('poll', { finish: 'failure' });
    expect([job.task('again').finish, job.state.status]).toEqual(['error', 'complete']);
  });
});

describe('retry settings', () => {
  const retrySettings = { state: ['error'], autoRetry: true, limit: 2, delay: 3000 };
  const calling = aLawWorkflow({ a: aTask('call', { retrySettings }), b: aTask('call') }, [
    ['workflow_start', 'a'],
    ['a', 'workflow_end'],
    ['a', 'b', 'error'],
    ['b', 'workflow_end'],
  ]);
  const broken = { finish: 'error', error: { message: 'no' } } as const;

  it('run a task again after their delay, as an iteration of its own', () => {
    const job = new SteppedJob(calling);
    const first = job.begun('a').id;
    job.finish('a', broken);
    expect([job.task('a').phase, job.state.errors]).toEqual(['waiting', []]);
    expect(job.finish('a', broken).kind).toBe('ignored');
    job.pass(3000);
    expect(job.begun('a').id).not.toBe(first);
    job.finish('a', { finish: 'success' });
    expect([job.state.status, job.task('a').iterations]).toEqual(['complete', 2]);
  });

  it('let no edge be followed before the last try', () => {
    const job = new SteppedJob(calling);
    for (const ms of [3000, 3000, 0]) {
      expect(job.task('b').iterations).toBe(0);
      job.finish('a', broken);
      job.pass(ms);
    }
    expect([job.task('a').iterations, job.task('b').iterations]).toEqual([3, 1]);
    expect(job.state.errors).toHaveLength(1);
  });

  it('wait out a pause', () => {
    const job = new SteppedJob(calling);
    job.finish('a', broken);
    job.apply({ kind: 'pause' });
    job.pass(3000);
    expect([job.task('a').phase, kindsOf(job)]).toEqual(['ready', []]);
    job.apply({ kind: 'resume' });
    expect(kindsOf(job)).toContain('run');
  });
});

describe('a pause', () => {
  it('before the beginning ends nothing: the job begins when it is resumed and started', () => {
    const job = new SteppedJob(alone(aTask('call')));
    job.state = initialState(job.plan, {}, '');
    job.apply({ kind: 'pause' });
    job.apply({ kind: 'resume' });
    expect([job.state.status, job.state.endedAt]).toEqual(['running', null]);
    job.apply({ kind: 'start' });
    expect(job.task('a').iterations).toBe(1);
  });
});

describe('a listener', () => {
  const listening = (incoming: JsonObject) =>
    alone(aTask('eventListenerJob', { incoming, outgoing: { result: '$var.job.heard' } }));

  it('says what it listens to, and ends when it has heard that', () => {
    const job = new SteppedJob(listening({ source: 's', topic: '$var.job.t' }), {
      variables: { t: { kind: 'here', value: 'changes' } },
    });
    expect(job.commands).toContainEqual(
      expect.objectContaining({ kind: 'wait', listener: { source: 's', topic: 'changes' } }),
    );
    job.finish('a', { finish: 'success', output: { some: 'event' } });
    expect([job.state.status, job.variable('heard')]).toEqual(['complete', { some: 'event' }]);
  });

  it('fails when its time is over', () => {
    const job = new SteppedJob(listening({ source: 's', timeout: 60 }));
    job.pass(60_000);
    expect(job.task('a').finish).toBe('failure');
  });
});

describe('service levels', () => {
  it('are told once, of the job and of its tasks, and end nothing', () => {
    const slow = alone({ ...aTask('call'), sla: 500 }, { sla: 2000 });
    const job = new SteppedJob(slow);
    job.pass(500);
    expect(job.commands).toEqual([
      { kind: 'publish', publication: { topic: 'taskSlaBreach', task: 'a' } },
    ]);
    job.pass(1500);
    expect(job.commands).toEqual([{ kind: 'publish', publication: { topic: 'jobSlaBreach' } }]);
    expect(job.pass(5000).kind).toBe('ignored');
    expect(job.state.status).toBe('running');
  });

  it('count from the first try of a task to its last', () => {
    const retrySettings = { state: ['error'], autoRetry: true, limit: 1, delay: 400 };
    const job = new SteppedJob(alone({ ...aTask('call', { retrySettings }), sla: 500 }));
    job.finish('a', { finish: 'error', error: 'no' });
    job.pass(400);
    job.pass(100);
    expect(JSON.stringify(job.commands)).toContain('taskSlaBreach');
  });

  it('say nothing of a task that ended in time', () => {
    const job = new SteppedJob(alone({ ...aTask('call'), sla: 500 }));
    job.finish('a', { finish: 'success' });
    expect(job.pass(1000).kind).toBe('ignored');
  });
});
