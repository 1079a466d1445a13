import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { chainOf, setsVariable } from '../support/factories/made-workflows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly tasks: Readonly<Record<string, JsonObject>>;
  readonly decorators: readonly JsonObject[];
  readonly error: readonly JsonObject[];
}

/** A child job, a task with everything that a task can have, and one that fails: `1`, `2` and `3`. */
const WHOLE = chainOf(
  'Whole',
  [
    {
      name: 'childJob',
      incoming: {
        workflow: 'Kid',
        variables: {},
        loopType: '',
        data_array: '',
        transformation: '',
      },
      outgoing: { job_details: null },
      more: { actor: 'job' },
    },
    {
      name: 'stringConcat',
      type: 'automatic',
      incoming: { str: 'edge', stringN: '-1' },
      outgoing: { combinedStrings: null },
      more: {
        retrySettings: { state: ['error'], autoRetry: true, limit: 1, delay: 1 },
        variables: {
          incoming: { str: 'edge', stringN: '-1' },
          outgoing: { combinedStrings: null },
          error: '',
          decorators: [{ type: 'encryption', pointer: '/incoming/str' }],
        },
      },
    },
    { name: 'parse', type: 'automatic', incoming: { text: '{' }, outgoing: { textObject: null } },
  ],
  { decorators: [{ type: 'encryption', pointer: '/variables/pin' }] },
);

/** Twice the text that it is given. */
const TWICE = chainOf('Twice', [
  {
    name: 'stringConcat',
    type: 'automatic',
    incoming: { str: '$var.job.text', stringN: '$var.job.text' },
    outgoing: { combinedStrings: null },
  },
]);

describe('answers of jobs', () => {
  let app: TestApp;
  let failed: Job;
  const post = async (path: string, body: JsonObject = {}): Promise<Job> => {
    const { status, text, json } = await app.as<{ data: Job; job: Job }>(
      'engineering',
      'POST',
      path,
      { body },
    );
    if (status !== 200) throw new Error(text);
    return path.endsWith('continueJob') ? json.job : json.data;
  };
  const inError = (id: string): Promise<Job> =>
    eventually(
      async () => (await app.as<{ data: Job }>('engineering', 'GET', `${JOBS}/${id}`)).json.data,
      ({ status }) => status === 'error',
    );
  const start = async (): Promise<Job> => {
    const body = { workflow: 'Whole', options: { variables: { pin: '0815' } } };
    return inError((await post(`${JOBS}/start`, body))._id);
  };

  beforeAll(async () => {
    app = await startApp('jobs-answers');
    for (const automation of [chainOf('Kid', [setsVariable('done', true)]), WHOLE, TWICE]) {
      const made = await app.as('admin', 'POST', '/automation-studio/automations', {
        body: { automation },
      });
      if (made.status !== 200) throw new Error(made.text);
    }
    failed = await start();
  });
  afterAll(() => app.close());

  it.each([
    ['getJob', (id: string) => inError(id)],
    [
      'getEngineJob',
      async (id: string) =>
        (await app.as<Job>('engineering', 'GET', `/workflow_engine/getJob/${id}`)).json,
    ],
    [
      'continueJob (20)',
      (id: string) => post(`/workflow_engine/jobs/${id}/continueJob`, { taskId: '2' }),
    ],
    ['continue', (id: string) => post(`${JOBS}/${id}/continue`, { fromTask: '2' })],
    ['revert', (id: string) => post(`${JOBS}/${id}/revert`, { toTask: '2' })],
    ['retry', (id: string) => post(`${JOBS}/${id}/retry`, { task: '3' })],
    ['skip', (id: string) => post(`${JOBS}/${id}/skip`, { task: '3', finishState: 'failure' })],
    ['watch', (id: string) => post(`${JOBS}/${id}/watch`)],
    ['unwatch', (id: string) => post(`${JOBS}/${id}/unwatch`)],
  ])('show everything that a job has: %s', async (_, answerOf) => {
    expect(await answerOf(failed._id)).toMatchObject({
      status: 'error',
      decorators: [{ type: 'encryption', pointer: '/variables/pin' }],
      error: expect.arrayContaining([
        { task: '3', message: expect.any(String), timestamp: expect.any(Number) },
      ]) as unknown,
      tasks: {
        1: { childJobs: [{ _id: expect.any(String), name: 'Kid', iteration: 0 }] },
        2: {
          variables: {
            incoming: { str: '<SECRET>' },
            decorators: [{ type: 'encryption', pointer: '/incoming/str' }],
          },
          retrySettings: { state: ['error'], autoRetry: true, limit: 1, delay: 1, count: 0 },
        },
      },
    });
  });

  it('are found by a search with where they stand and whose children they are', async () => {
    const found = async (query: JsonObject): Promise<JsonObject[]> =>
      (
        await app.as<{ results: JsonObject[] }>(
          'engineering',
          'POST',
          '/workflow_engine/jobs/search',
          { body: { options: { query } } },
        )
      ).json.results;
    const whole = (await found({ name: 'Whole' })).filter(({ _id }) => _id === failed._id);
    expect(whole).toMatchObject([
      {
        status: 'error',
        standsAt: [{ task: '3', name: 'parse', phase: expect.any(String) as string }],
        error: expect.arrayContaining([
          { task: '3', message: expect.any(String), timestamp: expect.any(Number) },
        ]) as unknown,
      },
    ]);
    const parent = { job: failed._id, task: '1', index: 0 };
    const kids = (await found({ name: 'Kid' })).filter((kid) =>
      JSON.stringify(kid['parent']).includes(failed._id),
    );
    expect(kids).toMatchObject([{ status: 'complete', parent }]);
  });

  it('show the decorators of tasks with their runs', async () => {
    const { json } = await app.as<{ data: { job: { task: string }; variables: JsonObject }[] }>(
      'engineering',
      'GET',
      `${JOBS}/${failed._id}/iterations`,
    );
    expect(json.data.find(({ job }) => job.task === '2')?.variables['decorators']).toEqual([
      { type: 'encryption', pointer: '/incoming/str' },
    ]);
  });

  it('name the child of a job whose start is sent again, though its answer was lost', async () => {
    const key = { 'idempotency-key': 'whole' };
    const body = { workflow: 'Whole', options: { variables: { pin: '0815' } } };
    const send = async (): Promise<Job> =>
      (await app.as<{ data: Job }>('engineering', 'POST', `${JOBS}/start`, { body, headers: key }))
        .json.data;
    const { _id } = await inError((await send())._id);
    // As if the node had died between the start and the keeping of its answer.
    const { db } = app.app.get<Connection>(getConnectionToken(), { strict: false });
    await db?.collection('idempotency_keys').deleteMany({});
    const again = await send();
    expect([again._id, again.tasks['1']?.['childJobs']]).toEqual([
      _id,
      [{ _id: expect.any(String), name: 'Kid', iteration: 0 }],
    ]);
  });

  describe('about one value', () => {
    const secret = 'kept-by-nobody-else';
    const text = `${'Gi0/1 is up\n'.repeat(30_000)}${secret}\nlast line\n`;
    const shown = text.replace(secret, '<SECRET>');
    let id: string;
    const valueOf = (query: string, job = id): ReturnType<TestApp['as']> =>
      app.as('engineering', 'GET', `${JOBS}/${job}/value?${query}`);
    beforeAll(async () => {
      const list = [{ port: 1 }, { port: 2 }];
      const variables = { text, list, password: secret };
      const started = await post(`${JOBS}/start`, { workflow: 'Twice', options: { variables } });
      id = started._id;
      await eventually(
        async () => (await app.as<{ data: Job }>('engineering', 'GET', `${JOBS}/${id}`)).json.data,
        ({ status }) => status === 'complete',
      );
    });

    it('are the text of it, whole or in parts, without what is secret', async () => {
      const whole = await valueOf('name=text');
      expect([whole.status, whole.headers.get('content-type')]).toEqual([
        200,
        'text/plain; charset=utf-8',
      ]);
      expect(whole.text).toBe(shown);
      expect((await valueOf('name=combinedStrings&task=1')).text).toBe(shown + shown);
      expect((await valueOf('name=str&task=1&side=incoming&run=1')).text).toBe(shown);
      expect((await valueOf('name=password')).text).toBe('<SECRET>');
      const from = shown.length - 9;
      expect((await valueOf(`name=text&offset=${from}&limit=4`)).text).toBe('ast ');
      expect((await valueOf('name=list')).text).toBe(
        JSON.stringify([{ port: 1 }, { port: 2 }], null, 2),
      );
    });

    it('are refused where there is none, or the question is not clear', async () => {
      const statuses = await Promise.all(
        [
          ...['name=absent', 'name=toString', 'name=str&task=1', 'name=str&task=absent'],
          ...[
            'name=combinedStrings&task=1&run=2',
            'name=text&side=incoming',
            'task=1',
            'name=text&limit=0',
          ],
        ].map(async (query) => (await valueOf(query)).status),
      );
      expect(statuses).toEqual([404, 404, 404, 404, 404, 400, 400, 400]);
      expect((await valueOf('name=text', 'absent')).status).toBe(404);
    });

    it('are named by their length in the whole job, and in its runs, when somebody asks for short ones', async () => {
      const short = /^<\d{6} bytes: too long for an answer with others>$/;
      const asked = `${JOBS}/${id}?valueBytes=262144`;
      const { json } = await app.as<{ data: JsonObject }>('engineering', 'GET', asked);
      expect(json.data['variables']).toMatchObject({
        text: expect.stringMatching(short) as string,
        list: [{ port: 1 }, { port: 2 }],
      });
      const runs = await app.as<{ data: { variables: JsonObject }[] }>(
        ...(['engineering', 'GET', `${JOBS}/${id}/iterations?task=1&valueBytes=262144`] as const),
      );
      expect(runs.json.data[0]?.variables).toMatchObject({
        outgoing: { combinedStrings: expect.stringMatching(short) as string },
      });
    });
  });
});
