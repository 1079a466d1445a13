import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { type JsonObject } from '../../src/kernel/json.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { eventually } from '../support/eventually.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { FakeSystem, json } from '../support/fakes/fake-system.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { onCommand } from '../support/watch-commands.js';

const JOBS = '/operations-manager/jobs';
const TASKS = '/operations-manager/tasks';
const SECRET = 'q7canary4x9z2w';
/** Large enough to lie apart. */
const LARGE = `${SECRET} `.repeat(8000);

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly variables: JsonObject;
}

const encrypted = (...pointers: string[]): JsonObject[] =>
  pointers.map((pointer) => ({ type: 'encryption', pointer }));
/** A request through the adapter. */
const asks = (incoming: JsonObject, result: string | null, decorators: JsonObject[]): JsonObject =>
  anEngineTask('genericAdapterRequest', incoming, {
    app: 'Boxes',
    location: 'Adapter',
    type: 'automatic',
    variables: {
      incoming: { adapter_id: 'Boxes', restMethod: 'POST', queryData: '', ...incoming },
      outgoing: { result },
      error: '$var.job.why',
      decorators,
    },
  });

describe('a secret in a job', () => {
  const log: string[] = [];
  const seen: string[] = [];
  /** Commands that told the database the secret. */
  const told: string[] = [];
  let app: TestApp;
  let system: FakeSystem;

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await app.as<T>('admin', method, path, body && { body });
    seen.push(answer.text);
    if (answer.status !== 200) throw new Error(answer.text);
    return path.endsWith('.svg') ? (undefined as T) : answer.json;
  };
  const workflow = (automation: JsonObject): Promise<unknown> =>
    call('POST', '/automation-studio/automations', { automation });
  const settled = (id: string): Promise<Job> =>
    eventually(
      async () => (await call<{ data: Job }>('GET', `${JOBS}/${id}`)).data,
      ({ status }) => status !== 'running',
    );
  const started = async (name: string, variables: JsonObject = {}): Promise<string> => {
    const body = { workflow: name, options: { variables, description: 'as told' } };
    const answer = await call<{ data: Job }>('POST', `${JOBS}/start`, body);
    return answer.data._id;
  };
  /** Everything of the job that anybody can ask for. */
  const readAll = async (id: string): Promise<void> => {
    for (const path of ['', '/iterations', '/graph.svg']) await call('GET', `${JOBS}/${id}${path}`);
    for (const path of [`${TASKS}?job=${id}`, '/audit?limit=100', '/workflow_engine/jobs/metrics'])
      await call('GET', path);
  };
  /** Where in the database the secret lies in clear text. */
  const stored = async (): Promise<readonly string[]> => {
    const { db } = app.app.get<Connection>(getConnectionToken());
    const found: string[] = [];
    for (const { name } of (await db?.listCollections().toArray()) ?? []) {
      for await (const document of db?.collection(name).find() ?? []) {
        const text = JSON.stringify(document, (_, value: unknown) =>
          value instanceof Object && '_bsontype' in value && value._bsontype === 'Binary'
            ? Buffer.from((value as unknown as { buffer: Uint8Array }).buffer).toString('latin1')
            : value,
        );
        if (text.includes(SECRET)) {
          const fields = Object.entries(document).filter(([, value]) =>
            JSON.stringify(value).includes(SECRET),
          );
          found.push(`${name}: ${fields.map(([field]) => field).join(', ')}`);
        }
      }
    }
    return [...new Set(found)];
  };
  /** Where it shows; the document of the system that is meant to have it left out. */
  const leaks = async (id: string): Promise<unknown> => {
    await readAll(id);
    const around = (text: string): string => {
      const at = text.indexOf(SECRET);
      return text.slice(Math.max(0, at - 200), at + 50);
    };
    return {
      answers: seen.filter((text) => text.includes(SECRET)).map(around),
      log: log.filter((line) => line.includes(SECRET)).map(around),
      stored: await stored(),
      told: [...new Set(told)],
    };
  };
  const NONE = { answers: [], log: [], stored: [], told: [] };

  beforeAll(async () => {
    system = await FakeSystem.start();
    app = await startApp('engine-secrets', {
      env: { OUTBOUND_ALLOW: '127.0.0.1', JOB_SECRET_NAMES: 'passphrase' },
      override: (builder) =>
        builder
          .overrideProvider(AppLogger)
          .useValue(
            new AppLogger(
              { level: 'trace', format: 'json' },
              { write: (line: string) => log.push(line) },
            ),
          ),
    });
    onCommand(app.app, (name, command) => {
      const isTold = JSON.stringify(command).includes(SECRET);
      if (isTold) told.push(`${name} ${String(command[name])}`);
    });
    await call('POST', '/adapters', {
      name: 'Boxes',
      type: 'restconf',
      baseUrl: `http://${system.host}`,
      retries: 0,
    });
    system.on('/echo', (req, res) => {
      json(res, 200, { said: req.body });
    });
    system.on('/fails', (req, res) => {
      json(res, 500, { said: req.body });
    });
    // A system that repeats what it was sent, under other names.
    system.on('/echo-inside', (req, res) => {
      const [secret = ''] = /q7canary\w*/.exec(req.body) ?? [];
      const basic = Buffer.from(`ada:${secret}`).toString('base64');
      json(res, 200, {
        said: `you sent ${secret}`,
        basic,
        url: `/?x=${encodeURIComponent(secret)}`,
      });
    });
    system.on('/fails-inside', (req, res) => {
      const [secret = ''] = /q7canary\w*/.exec(req.body) ?? [];
      json(res, 400, { message: `${secret} is no good` });
    });
    system.on('/token', (_, res) => {
      json(res, 200, { token: SECRET, large: LARGE });
    });
    system.on('/no-token', (_, res) => {
      json(res, 403, { message: `${SECRET} is wrong` });
    });
  });
  afterAll(async () => {
    await app.close();
    await system.close();
  });

  it('that comes in with the start reaches the system, and nobody else', async () => {
    const concat = anEngineTask(
      'stringConcat',
      { str: '$var.job.password', stringN: '!' },
      { outgoing: { combinedStrings: '$var.job.louder' } },
    );
    await workflow(
      anEngineWorkflow(
        'Child of a secret',
        {
          a1: asks({ uriPath: '/echo', requestBody: '$var.job.given' }, '$var.job.answer', []),
        },
        ['start a1', 'a1 end'],
      ),
    );
    await workflow(
      anEngineWorkflow(
        'Goes far',
        {
          a1: concat,
          a2: asks({ uriPath: '/echo', requestBody: '$var.a1.combinedStrings' }, '$var.job.a2', []),
          a3: asks({ uriPath: '/fails', requestBody: '$var.a2.result' }, '$var.job.a3', []),
          a4: anEngineTask(
            'childJob',
            {
              task: '',
              workflow: 'Child of a secret',
              loopType: '',
              data_array: '',
              variables: { given: { task: 'job', value: 'louder' } },
              transformation: '',
            },
            { outgoing: { job_details: '$var.job.details' } },
          ),
          a5: anEngineTask('updateJobDescription', { description: '$var.job.louder' }),
          a6: anEngineTask('makeData', {
            input: '$var.job.louder',
            outputType: 'json',
            variables: '',
          }),
          a7: anEngineTask(
            'ViewData',
            {
              header: 'Look',
              message: '$var.job.details',
              body: '$var.job.why',
              btn_success: 'Go',
            },
            { type: 'manual', view: '/workflow_engine/task/ViewData' },
          ),
          a8: asks({ uriPath: '/echo', requestBody: '$var.job.keyed' }, null, []),
        },
        [
          'start a1',
          'a1 a2',
          'a2 a3',
          'a3 error a4',
          'a4 a5',
          'a5 a6',
          'a6 error a7',
          'a7 a8',
          'a8 end',
        ],
        {
          decorators: encrypted('/variables/password'),
          inputSchema: {
            type: 'object',
            properties: { keyed: { type: 'string', format: 'password' } },
          },
        },
      ),
    );
    const before = system.seen.length;
    const id = await started('Goes far', { password: LARGE, keyed: SECRET, passphrase: SECRET });
    const open = await eventually(
      async () => (await call<{ data: { _id: string }[] }>('GET', `${TASKS}?job=${id}`)).data,
      (tasks) => tasks.length === 1,
    );
    await call('GET', `${TASKS}/${open[0]?._id ?? ''}`);
    await call('POST', `${TASKS}/${open[0]?._id ?? ''}/finish`, { finish_state: 'success' });
    const { status, variables } = await settled(id);
    expect([status, variables['password'], variables['why']]).toEqual([
      'complete',
      '<SECRET>',
      '<SECRET>',
    ]);
    const told = system.seen.slice(before).filter(({ body }) => body.includes(SECRET));
    expect(told).toHaveLength(4);
    expect(await leaks(id)).toEqual(NONE);
  });

  it('below the top level is one by its name, and wherever its value reappears', async () => {
    const fillIn = anEngineTask(
      'makeData',
      { input: 'as <!list!>', outputType: 'string', variables: '$var.job.deep' },
      { outgoing: { output: '$var.job.filled' } },
    );
    await workflow(
      anEngineWorkflow(
        'Child of something deep',
        { a1: asks({ uriPath: '/echo-inside', requestBody: '$var.job.given' }, '$var.job.a1', []) },
        ['start a1', 'a1 end'],
      ),
    );
    await workflow(
      anEngineWorkflow(
        'Goes deep',
        {
          a1: asks({ uriPath: '/echo', requestBody: '$var.job.deep' }, '$var.job.echoed', []),
          a2: asks({ uriPath: '/echo-inside', requestBody: '$var.job.deep' }, '$var.job.a2', []),
          a3: asks({ uriPath: '/fails-inside', requestBody: '$var.job.deep' }, null, []),
          a4: fillIn,
          a5: anEngineTask(
            'childJob',
            {
              task: '',
              workflow: 'Child of something deep',
              loopType: '',
              data_array: '',
              variables: { given: { task: 'job', value: 'deep' } },
              transformation: '',
            },
            { outgoing: { job_details: '$var.job.details' } },
          ),
          a6: anEngineTask('updateJobDescription', { description: '$var.job.filled' }),
          a7: anEngineTask(
            'ViewData',
            { header: 'Look', message: '$var.job.a2', body: '$var.job.deep', btn_success: 'Go' },
            { type: 'manual', view: '/workflow_engine/task/ViewData' },
          ),
        },
        ['start a1', 'a1 a2', 'a2 a3', 'a3 error a4', 'a4 a5', 'a5 a6', 'a6 a7', 'a7 end'],
      ),
    );
    const deep = {
      credentials: { username: 'ada', passphrase: SECRET },
      list: [{ passwd: SECRET }],
      tokenCount: 'three',
      target: `https://ada:${SECRET}@box.acme.example/?token=${SECRET}`,
    };
    const before = system.seen.length;
    const id = await started('Goes deep', { deep, token: SECRET, large: { secret: LARGE } });
    const [open] = await eventually(
      async () => (await call<{ data: { _id: string }[] }>('GET', `${TASKS}?job=${id}`)).data,
      (tasks) => tasks.length === 1,
    );
    await call('GET', `${TASKS}/${open?._id ?? ''}`);
    await call('POST', `${TASKS}/${open?._id ?? ''}/finish`, { finish_state: 'success' });
    const { status, variables } = await settled(id);
    expect(status).toBe('complete');
    expect(variables).toMatchObject({
      deep: {
        credentials: { username: 'ada', passphrase: '<SECRET>' },
        list: [{ passwd: '<SECRET>' }],
        tokenCount: 'three',
        target: 'https://<SECRET>@box.acme.example/?token=<SECRET>',
      },
      token: '<SECRET>',
      large: { secret: '<SECRET>' },
    });
    const told = system.seen.slice(before).filter(({ body }) => body.includes(SECRET));
    expect(told).toHaveLength(4);
    expect(await leaks(id)).toEqual(NONE);
  });

  it('that is a number, within a JSON text, in headers or a name reaches the system alone', async () => {
    const ask = asks({ uriPath: '/echo', requestBody: '$var.job.given' }, '$var.job.answer', []);
    await workflow(anEngineWorkflow('Goes in disguise', { a1: ask }, ['start a1', 'a1 end']));
    const given = {
      vty: { password: 73918264, mtu: 9000 },
      body: JSON.stringify({ user: 'ada', password: SECRET }),
      headers: {
        Authorization: `Bearer ${SECRET}`,
        list: [{ key: 'Cookie', value: `sid=${SECRET}` }],
      },
      sessions: { [SECRET]: 'open', 'by pin': { '73918264': 73918264 } },
    };
    const before = system.seen.length;
    const id = await started('Goes in disguise', { given });
    const { status, variables } = await settled(id);
    expect(status).toBe('complete');
    expect(variables['given']).toEqual({
      vty: { password: '<SECRET>', mtu: 9000 },
      body: '{"user":"ada","password":"<SECRET>"}',
      headers: { Authorization: '<SECRET>', list: [{ key: 'Cookie', value: '<SECRET>' }] },
      sessions: { '<SECRET>': 'open', 'by pin': { '<SECRET>': '<SECRET>' } },
    });
    expect(system.seen.slice(before).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      given,
    ]);
    await readAll(id);
    expect(seen.filter((text) => text.includes('73918264'))).toEqual([]);
    expect(await leaks(id)).toEqual(NONE);
  });

  it('of a job that was stored open before is masked where it is read', async () => {
    await workflow(
      anEngineWorkflow('Old', { a1: anEngineTask('query', { query: 'x', obj: {} }) }, [
        'start a1',
        'a1 end',
      ]),
    );
    const id = await started('Old', { note: 'none', deep: { a: 1 } });
    await settled(id);
    const { db } = app.app.get<Connection>(getConnectionToken());
    const jobs = db?.collection<{ _id: string; state: string }>('jobs');
    const { state = '' } = (await jobs?.findOne({ _id: id })) ?? {};
    const open = state
      .replace('"none"', JSON.stringify(`it is old-${SECRET}-1`))
      .replace('{"a":1}', JSON.stringify({ list: [{ passwd: `old-${SECRET}-1` }] }));
    expect(open).toContain(`old-${SECRET}-1`);
    await jobs?.updateOne({ _id: id }, { $set: { state: open }, $unset: { secrets: 1 } });
    told.length = 0; // by this test
    const { data } = await call<{ data: Job }>('GET', `${JOBS}/${id}`);
    await jobs?.deleteOne({ _id: id });
    expect(data.variables).toMatchObject({
      note: 'it is <SECRET>',
      deep: { list: [{ passwd: '<SECRET>' }] },
    });
  });

  it('that a call answers is one from the start where a decorator says so', async () => {
    const fetches = asks({ uriPath: '/token' }, null, encrypted('/outgoing/result'));
    await workflow(anEngineWorkflow('Fetches', { a1: fetches }, ['start a1', 'a1 end']));
    const id = await started('Fetches');
    expect((await settled(id)).status).toBe('complete');
    expect(await leaks(id)).toEqual(NONE);
  });

  it('that a call answers into a secret variable is one in the task as well', async () => {
    const more = { decorators: encrypted('/variables/token', '/variables/why') };
    const edges = ['start a1', 'a1 a2', 'a2 error a3', 'a3 end'];
    await workflow(
      anEngineWorkflow(
        'Keeps',
        {
          a1: asks({ uriPath: '/token' }, '$var.job.token', []),
          a2: asks({ uriPath: '/no-token' }, null, []),
          a3: anEngineTask('query', { query: '[0]', obj: ['x'] }),
        },
        edges,
        more,
      ),
    );
    const id = await started('Keeps');
    const { status, variables } = await settled(id);
    expect([status, variables]).toMatchObject(['complete', { token: '<SECRET>', why: '<SECRET>' }]);
    expect(await leaks(id)).toEqual(NONE);
  });

  it('that a test run makes up is one as well', async () => {
    const fetches = asks({ uriPath: '/token' }, null, encrypted('/outgoing/result'));
    await workflow(anEngineWorkflow('Would fetch', { a1: fetches }, ['start a1', 'a1 end']));
    const mocks = { a1: { output: { token: SECRET } } };
    const body = { workflow: 'Would fetch', options: { mocks } };
    const answer = await call<{ data: Job }>('POST', `${JOBS}/start`, body);
    expect((await settled(answer.data._id)).status).toBe('complete');
    await readAll(answer.data._id);
    expect(seen.filter((text) => text.includes(SECRET))).toEqual([]);
  });
});
