import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import {
  aFlakyWorkflow,
  aManualWorkflow,
  anEngineTask,
  anEngineWorkflow,
} from '../support/factories/job-workflows.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';
const NOWHERE = '66d02d8221161b4df2717495';
const STUCK = 'no available transitions found from completed tasks';

interface Task {
  readonly status: string;
  readonly iterations: readonly string[];
  readonly metrics: JsonObject;
  readonly variables: { readonly incoming: JsonObject; readonly outgoing: JsonObject };
  readonly [field: string]: unknown;
}
interface Job {
  readonly _id: string;
  readonly status: string;
  readonly variables: JsonObject;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly watchers: readonly string[];
  readonly error: readonly { task: string; message: string; timestamp: number }[];
  readonly [field: string]: unknown;
}
interface One {
  readonly message: string;
  readonly data: Job;
}
interface Continued {
  readonly job: Job;
}
interface Outcomes {
  readonly message: string;
  readonly data: readonly { _id: string; outcome: string; status: string | null }[];
  readonly metadata: JsonObject;
}
interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('jobs', () => {
  let app: TestApp;
  const call = <T = One>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('engineering', method, path, options);
  const post = <T = One>(path: string, body: JsonObject = {}) => call<T>('POST', path, { body });
  const workflow = async (automation: JsonObject): Promise<string> => {
    const made = await app.as<{ created: { _id: string } }>(
      'admin',
      'POST',
      '/automation-studio/automations',
      { body: { automation } },
    );
    if (made.status !== 200) throw new Error(made.text);
    return made.json.created._id;
  };
  const start = async (name: string, options: JsonObject = {}): Promise<Job> => {
    const answer = await post(`${JOBS}/start`, { workflow: name, options });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data;
  };
  const flaky = (...outcomes: string[]): Promise<Job> =>
    start('Flaky', { variables: { outcomes: outcomes.toReversed() } });
  const get = async (id: string): Promise<Job> => (await call('GET', `${JOBS}/${id}`)).json.data;
  const settled = (id: string): Promise<Job> =>
    eventually(
      () => get(id),
      ({ status }) => status !== 'running',
    );
  const continued = (id: string, taskId: string): Promise<Answer<Continued & Refused>> =>
    post<Continued & Refused>(`/workflow_engine/jobs/${id}/continueJob`, { taskId });
  const runsOf = (job: Job): Record<string, number> =>
    Object.fromEntries(
      Object.entries(job.tasks).map(([id, { iterations }]) => [id, iterations.length]),
    );
  const refusal = ({ status, json }: Answer<Refused>): unknown[] => [
    status,
    json.code,
    ...(json.errors ?? []).map(({ pointer }) => pointer),
  ];

  beforeAll(async () => {
    app = await startApp('jobs');
    await workflow(aFlakyWorkflow('Flaky'));
    await workflow(aManualWorkflow('Asks'));
  });
  afterAll(() => app.close());

  describe('that are started', () => {
    it('run at once what can run, and are answered as they stand', async () => {
      const job = await start('Flaky', {
        description: 'Of the night',
        variables: { outcomes: ['success'], _id: 'mine', initiator: 'somebody' },
        type: 'automation',
      });
      expect(await settled(job._id)).toMatchObject({
        name: 'Flaky',
        description: 'Of the night',
        status: 'complete',
        mocked: null,
        error: [],
        ancestors: [job._id],
        metrics: { progress: 1, finish_state: 'success' },
        tasks: {
          workflow_start: { status: 'complete' },
          a1: {
            status: 'complete',
            variables: { outgoing: { value: 1 } },
            location: 'Application',
          },
          b2: { previous: { incomplete: [], complete: ['a1'], error: [] } },
          c3: { sla: 60_000, variables: { incoming: { type: 'success' } } },
          workflow_end: { status: 'complete' },
        },
      });
      expect(job.variables['_id']).toBe(job._id);
      expect(job.variables['initiator']).toBe(job.watchers[0]);
    });

    it('hold their input to the schema of the workflow when asked to', async () => {
      const body = { workflow: 'Flaky', options: { variables: { outcomes: 5 } } };
      const held = { ...body.options, validateInput: true };
      const refused = await post<Refused>(`${JOBS}/start`, { ...body, options: held });
      expect(refusal(refused)).toEqual([400, 'invalid-input', '#/options/variables/outcomes']);
      const none = await post<Refused>(`${JOBS}/start`, {
        workflow: 'Flaky',
        options: { validateInput: true },
      });
      expect(none.json.errors).toEqual([
        { pointer: '#/options/variables/outcomes', detail: 'is required' },
      ]);
      expect((await post(`${JOBS}/start`, body)).status).toBe(200);
    });

    it('are refused without a sound workflow, group or mock', async () => {
      const refused = async (workflow: string, options: JsonObject = {}): Promise<unknown[]> =>
        refusal(await post<Refused>(`${JOBS}/start`, { workflow, options }));
      await workflow(anEngineWorkflow('Draft', { a1: anEngineTask('stub', {}) }, ['start b2']));
      expect(await refused('Nothing')).toEqual([404, 'not-found']);
      expect(await refused('Draft')).toEqual([409, 'workflow-draft']);
      expect(await refused('Flaky', { groups: ['nobody'] })).toEqual([
        400,
        'invalid-input',
        '#/options/groups/0',
      ]);
      expect(await refused('Flaky', { mocks: { a1: { finish: 'maybe' } } })).toEqual([
        400,
        'invalid-input',
        expect.stringContaining('#/options/mocks/a1'),
      ]);
      const big = { variables: { text: 'x'.repeat(13 * 1024 * 1024) } };
      expect(await refused('Flaky', big)).toEqual([413, 'document-too-large']);
    });

    it('are one job under one key', async () => {
      const options = { headers: { 'idempotency-key': 'start-once' }, body: { workflow: 'Asks' } };
      const [first, second] = [
        await call('POST', `${JOBS}/start`, options),
        await call('POST', `${JOBS}/start`, options),
      ];
      expect(second.json.data._id).toBe(first.json.data._id);
    });

    it('call nothing outside in a test run, and name what a mock answered', async () => {
      const call = {
        ...anEngineTask('getThing', { adapter_id: 'nowhere' }, { outgoing: { result: null } }),
        app: 'Orchestrator',
        location: 'Adapter',
        type: 'automatic',
        retrySettings: { state: ['error'], autoRetry: true, limit: 2, delay: 0 },
      };
      await workflow(anEngineWorkflow('Calls', { a1: call }, ['start a1', 'a1 end']));
      const job = await start('Calls', { mocks: { a1: { output: { status: 'up' } } } });
      const ended = await settled(job._id);
      expect(ended).toMatchObject({ status: 'complete', mocked: ['a1'] });
      expect(ended.tasks['a1']).toMatchObject({
        variables: { outgoing: { result: { status: 'up' } } },
        retrySettings: { state: ['error'], autoRetry: true, limit: 2, delay: 0, count: 0 },
      });
    });

    it('have mocks for documents that are absent in a test run, and need these in a real one', async () => {
      const child = { workflow: 'Nowhere', variables: {}, loopType: '', data_array: '' };
      const made = { outgoing: { job_details: null } };
      const tasks = {
        a1: anEngineTask('transformation', { tr_id: 'Nowhere', variableMap: {}, options: {} }),
        b2: anEngineTask('childJob', { ...child, transformation: '' }, made),
        c3: anEngineTask('childJob', { ...child, transformation: '' }, made),
      };
      await workflow(anEngineWorkflow('Lacks', tasks, ['start a1', 'a1 b2', 'b2 c3', 'c3 end']));
      const mocks = { b2: { output: { found: 'nothing' } } };
      const { _id } = await start('Lacks', { mocks });
      // The runs of tasks are written down a moment after the job that they end.
      const ended = await eventually(
        () => get(_id),
        ({ mocked }) => Array.isArray(mocked) && mocked.length === 3,
      );
      expect(ended).toMatchObject({ status: 'complete', mocked: ['a1', 'b2', 'c3'], error: [] });
      expect(ended.tasks['b2']?.variables.outgoing).toEqual({ job_details: { found: 'nothing' } });
      const real = await settled((await start('Lacks'))._id);
      expect([real.status, real.error[0]]).toEqual([
        'error',
        expect.objectContaining({ task: 'a1', message: "there is no transformation 'Nowhere'" }),
      ]);
    });

    it('show no secret, wherever it goes', async () => {
      const document = anEngineWorkflow(
        'Secret',
        {
          a1: anEngineTask(
            'stringConcat',
            { str: '$var.job.password', stringN: '!' },
            {
              outgoing: { combinedStrings: '$var.job.louder' },
              variables: {
                incoming: { str: '$var.job.password', stringN: '!' },
                outgoing: { combinedStrings: '$var.job.louder' },
                error: '',
                decorators: [{ type: 'encryption', pointer: '/incoming/str' }],
              },
            },
          ),
        },
        ['start a1', 'a1 end'],
        { decorators: [{ type: 'encryption', pointer: '/variables/password' }] },
      );
      await workflow(document);
      const job = await start('Secret', { variables: { password: 'hunter-two' } });
      const ended = await settled(job._id);
      expect(ended.variables).toMatchObject({ password: '<SECRET>', louder: '<SECRET>' });
      const runs = await call<JsonObject>('GET', `${JOBS}/${job._id}/iterations`);
      for (const text of [JSON.stringify(ended), JSON.stringify(job), runs.text])
        expect(text).not.toContain('hunter-two');
      expect(ended['decorators']).toHaveLength(1);
    });
  });

  describe('that are continued at a task (operation 20)', () => {
    it('go on from its last finish state, without running it again', async () => {
      const job = await settled((await flaky('error', 'success'))._id);
      expect(job.status).toBe('error');
      expect(job.error).toContainEqual({
        task: 'c3',
        message: STUCK,
        timestamp: expect.any(Number),
      });
      const answer = await continued(job._id, 'a1');
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.json)).toEqual(['job']);
      const ended = await settled(job._id);
      expect(ended).toMatchObject({ status: 'complete', error: [] });
      expect(runsOf(ended)).toMatchObject({ a1: 1, b2: 2, c3: 2 });
    });

    it('begin anew from the start, which counts as finished', async () => {
      const job = await settled((await flaky('error', 'success'))._id);
      expect((await continued(job._id, 'workflow_start')).status).toBe(200);
      const ended = await settled(job._id);
      expect(ended.status).toBe('complete');
      expect(runsOf(ended)).toMatchObject({ a1: 2, b2: 2, c3: 2 });
    });

    it('come back in error where that state has no move, with the text of the interface', async () => {
      const job = await settled((await flaky('error'))._id);
      const answer = await continued(job._id, 'c3');
      expect(answer.status).toBe(200);
      const { status, error, tasks } = answer.json.job;
      expect([status, tasks['c3']?.iterations.length]).toEqual(['error', 1]);
      const last = error.filter(({ message }) => message === STUCK);
      expect(last).toEqual([{ task: 'c3', message: STUCK, timestamp: expect.any(Number) }]);
      expect(last[0]?.timestamp).toBeGreaterThanOrEqual(job.error.at(-1)?.timestamp ?? 0);
    });

    it('are refused by their id, their tasks and their status, in this order', async () => {
      const { _id: done } = await settled((await flaky('success'))._id);
      const { _id: waits } = await start('Asks');
      const { _id: failed } = await settled((await flaky('error'))._id);
      const of = async (id: string, task: string) => refusal(await continued(id, task));
      expect(await of(NOWHERE, 'a1')).toEqual([404, 'not-found']);
      expect(await of('not-an-id', 'a1')).toEqual([400, 'invalid-input', '#/jobId']);
      expect(await of(waits, 'absent')).toEqual([400, 'invalid-input', '#/taskId']);
      expect(await of(failed, 'workflow_end')).toEqual([409, 'not-finished']);
      expect(await of(waits, 'b2')).toEqual([409, 'still-active']);
      expect(await of(waits, 'a1')).toEqual([409, 'still-active']);
      expect(await of(done, 'a1')).toEqual([409, 'wrong-state']);
      await post(`${JOBS}/cancel`, { jobIds: [waits] });
      expect(await of(waits, 'a1')).toEqual([409, 'wrong-state']);
      const extra = { taskId: 'a1', more: 1 };
      const path = `/workflow_engine/jobs/${failed}/continueJob`;
      expect(refusal(await post<Refused>(path, extra))).toEqual([400, 'invalid-input', '#/more']);
    });

    it('take one effect of two callers at once', async () => {
      const job = await settled((await flaky('error', 'success', 'success', 'success'))._id);
      const answers = await Promise.all([1, 2, 3].map(() => continued(job._id, 'a1')));
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(
        answers.filter(({ json }) => 'job' in json).length,
      );
      expect(new Set(answers.map(({ status }) => status)).has(200)).toBe(true);
      const ended = await settled(job._id);
      expect(ended.status).toBe('complete');
      expect(runsOf(ended)).toMatchObject({ a1: 1, b2: 2, c3: 2 });
    });
  });

  describe('that are mended', () => {
    const failed = async (...outcomes: string[]): Promise<string> =>
      (await settled((await flaky('error', ...outcomes))._id))._id;

    it('go on where clients say it (continue)', async () => {
      const id = await failed('success');
      const answer = await post(`${JOBS}/${id}/continue`, { fromTask: 'a1' });
      expect(answer.json.message).toBe('Successfully continued job');
      expect((await settled(id)).status).toBe('complete');
      const again = await post<Refused>(`${JOBS}/${id}/continue`, { fromTask: 'a1' });
      expect(refusal(again)).toEqual([409, 'wrong-state']);
    });

    it('do everything from a task on again (revert)', async () => {
      const id = await failed('success');
      await post(`${JOBS}/${id}/revert`, { fromTask: 'c3', toTask: 'b2' });
      const ended = await settled(id);
      expect(ended.status).toBe('complete');
      expect(runsOf(ended)).toMatchObject({ a1: 1, b2: 2, c3: 2 });
      const body = { toTask: 'absent' };
      expect(refusal(await post<Refused>(`${JOBS}/${id}/revert`, body))[0]).not.toBe(200);
      const other = await failed('success');
      expect(refusal(await post<Refused>(`${JOBS}/${other}/revert`, body))).toEqual([
        400,
        'invalid-input',
        '#/toTask',
      ]);
      const done = { toTask: 'a1' };
      expect(refusal(await post<Refused>(`${JOBS}/${id}/revert`, done))[0]).toBe(409);
    });

    it('run what failed again (retry), all of it or one task', async () => {
      const id = await failed();
      await post(`${JOBS}/${id}/retry`);
      const again = await settled(id);
      expect(again.status).toBe('error');
      expect(runsOf(again)).toMatchObject({ a1: 1, b2: 1, c3: 2 });
      await post(`${JOBS}/${id}/retry`, { task: 'c3' });
      expect(runsOf(await settled(id))).toMatchObject({ c3: 3 });
      const { _id: waits } = await start('Asks');
      expect(refusal(await post<Refused>(`${JOBS}/${waits}/retry`))).toEqual([409, 'not-failed']);
    });

    it('go past a task (skip), by whatever state is said', async () => {
      const id = await failed();
      await post(`${JOBS}/${id}/skip`, { task: 'c3' });
      const ended = await settled(id);
      expect(ended).toMatchObject({
        status: 'complete',
        error: [],
        tasks: { c3: { metrics: { finish_state: 'success' }, variables: { error: '' } } },
      });
      const other = await failed();
      await post(`${JOBS}/${other}/skip`, { task: 'c3', finishState: 'failure' });
      expect((await settled(other)).status).toBe('error');
      const done = await post<Refused>(`${JOBS}/${id}/skip`, { task: 'c3' });
      expect(done.status).toBe(409);
    });

    it.each([
      ['GET', '', undefined],
      ['GET', '/iterations', undefined],
      ['POST', '/continue', { fromTask: 'a1' }],
      ['POST', '/revert', { toTask: 'a1' }],
      ['POST', '/retry', {}],
      ['POST', '/skip', { task: 'a1' }],
      ['POST', '/watch', {}],
      ['POST', '/unwatch', {}],
    ])('are not found where there are none: %s …%s', async (method, path, body) => {
      const answer = await call<Refused>(method, `${JOBS}/${NOWHERE}${path}`, body && { body });
      expect(refusal(answer)).toEqual([404, 'not-found']);
    });
  });

  describe('that are controlled', () => {
    const control = async (action: string, ...jobIds: string[]): Promise<Outcomes> =>
      (await post<Outcomes>(`${JOBS}/${action}`, { jobIds })).json;
    const outcomesOf = ({ data }: Outcomes): unknown =>
      data.map(({ outcome, status }) => [outcome, status]);

    it('pause, go on and end for good, each for itself', async () => {
      const { _id: waits } = await start('Asks');
      const { _id: done } = await settled((await flaky('success'))._id);
      const paused = await control('pause', waits, done, NOWHERE);
      expect(paused.message).toBe('1 of 3 jobs paused');
      expect(paused.metadata['absent']).toBe(1);
      expect(outcomesOf(paused)).toEqual([
        ['applied', 'paused'],
        [expect.stringMatching(/^(refused|unchanged)$/), 'complete'],
        ['absent', null],
      ]);
      expect((await get(waits)).tasks['b2']?.status).toBe('paused');
      expect(outcomesOf(await control('resume', waits))).toEqual([['applied', 'running']]);
      expect(outcomesOf(await control('cancel', waits))).toEqual([['applied', 'canceled']]);
      const canceled = await get(waits);
      expect(canceled.tasks['b2']?.status).toBe('canceled');
      expect(canceled['metrics']).toMatchObject({ end_time: expect.any(Number) });
      const again = await control('cancel', waits);
      expect(again.data[0]?.outcome).toMatch(/^(refused|unchanged)$/);
    });

    it('name whoever watches them, and forget whoever no longer does', async () => {
      const { _id: id } = await start('Asks');
      const watched = await app.as<One>('operations', 'POST', `${JOBS}/${id}/watch`, { body: {} });
      expect(watched.json.data.watchers).toHaveLength(2);
      const again = await app.as<One>('operations', 'POST', `${JOBS}/${id}/watch`, { body: {} });
      expect(again.json.data.watchers).toHaveLength(2);
      const left = await app.as<One>('operations', 'POST', `${JOBS}/${id}/unwatch`, { body: {} });
      expect(left.json.data.watchers).toHaveLength(1);
      expect((await control('pause', id)).data[0]?.outcome).toBe('applied');
      expect((await get(id)).watchers).toHaveLength(1);
    });
  });
});
