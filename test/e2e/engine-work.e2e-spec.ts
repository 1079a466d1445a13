import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import {
  chainOf,
  engineWorkflow,
  type MadeTask,
  setsVariable,
} from '../support/factories/made-workflows.js';
import { FakeSystem, json } from '../support/fakes/fake-system.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';
import { watchCommands } from '../support/watch-commands.js';

const JOBS = '/operations-manager/jobs';
const MAINTENANCE = '/workflow_engine/maintenance';
const WRITES = /^(?:insert|update|delete|findAndModify) /;

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly variables: JsonObject;
  readonly error: readonly { readonly message: string }[];
  readonly mocked: readonly string[] | null;
}
interface Started {
  readonly data: Job;
  readonly code: string;
}
interface Maintained {
  readonly enabled: boolean;
  readonly reason: string;
  readonly since: string | null;
  readonly by: string | null;
}

/** A request through the adapter, whose result is kept in a job variable. */
function requests(incoming: JsonObject, more: Partial<MadeTask> = {}): MadeTask {
  return {
    name: 'genericAdapterRequest',
    app: 'Boxes',
    type: 'automatic',
    incoming: { adapter_id: 'Boxes', restMethod: 'GET', queryData: '', ...incoming },
    outgoing: { result: '$var.job.answer' },
    error: '$var.job.failure',
    more: { location: 'Adapter' },
    ...more,
  };
}

describe('the work of jobs', () => {
  let app: TestApp;
  let system: FakeSystem;
  const workflow = async (automation: JsonObject): Promise<string> => {
    const path = '/automation-studio/automations';
    const made = await app.as<{ created: { _id: string } }>('admin', 'POST', path, {
      body: { automation },
    });
    if (made.status !== 200) throw new Error(made.text);
    return made.json.created._id;
  };
  const start = (
    name: string,
    options: JsonObject = {},
    role: 'admin' | 'engineering' = 'engineering',
  ): Promise<Answer<Started>> =>
    app.as<Started>(role, 'POST', `${JOBS}/start`, { body: { workflow: name, options } });
  const started = async (...asked: Parameters<typeof start>): Promise<Job> => {
    const answer = await start(...asked);
    if (answer.status !== 200) throw new Error(answer.text);
    return eventually(
      async () =>
        (await app.as<Started>('engineering', 'GET', `${JOBS}/${answer.json.data._id}`)).json.data,
      ({ status }) => status !== 'running',
    );
  };
  const switched = (enabled: boolean, reason?: string): Promise<Answer<Maintained>> =>
    app.as<Maintained>('admin', 'PUT', MAINTENANCE, {
      body: { enabled, ...(reason !== undefined && { reason }) },
    });

  beforeAll(async () => {
    system = await FakeSystem.start();
    app = await startApp('engine-work', {
      env: { OUTBOUND_ALLOW: '127.0.0.1', JOBS_RUNNING_PER_WORKFLOW_MAX: '2' },
    });
    const adapter = { name: 'Boxes', type: 'restconf', baseUrl: `http://${system.host}/base` };
    const access = { change: { roles: ['engineering'] } };
    await app.as('admin', 'POST', '/adapters', { body: { ...adapter, access, retries: 0 } });
    await workflow(
      engineWorkflow(
        'Asks a box',
        { a1: requests({ uriPath: '$var.job.path' }), b2: setsVariable('failed', true) },
        [
          ['start', 'a1'],
          ['a1', 'end'],
          ['a1', 'b2', 'error'],
          ['b2', 'end'],
        ],
      ),
    );
  });
  afterEach(() => {
    system.forget();
  });
  afterAll(async () => {
    await app.close();
    await system.close();
  });

  describe('that calls through an adapter', () => {
    it('brings what the system answered', async () => {
      system.on('/base/box', (_, res) => {
        json(res, 200, { id: 7 });
      });
      const job = await started('Asks a box', { variables: { path: '/box' } });
      expect(job).toMatchObject({
        status: 'complete',
        variables: { answer: { response: { id: 7 }, icode: 'AD.200', metrics: { code: 200 } } },
        mocked: null,
      });
    });

    it('follows the error edge with what the system said', async () => {
      system.on('/base/no', (_, res) => {
        json(res, 404, { error: 'none' });
      });
      const job = await started('Asks a box', { variables: { path: '/no' } });
      expect(job).toMatchObject({
        status: 'complete',
        variables: {
          failed: true,
          failure: { icode: 'AD.404', platformError: { source: 'Boxes', status: 404 } },
        },
      });
    });

    it('sends an action to an orchestrator as operation 5 does, for whom that admits', async () => {
      const restconf = { name: 'Orchestra', type: 'restconf', baseUrl: `http://${system.host}/o` };
      await app.as('admin', 'POST', '/adapters', { body: { ...restconf, retries: 0 } });
      system.on('/o/sync', (_, res) => {
        res.writeHead(204).end();
      });
      const incoming = {
        adapterId: 'Orchestra',
        params: { path: '$var.job.path', accept: 'application/yang-data+json' },
        body: { input: { device: 'ios' } },
      };
      const sends = { name: 'restAction', app: 'OrchestratorManager', type: 'automatic' };
      const outgoing = { result: '$var.job.answer' };
      await workflow(chainOf('Acts', [{ ...sends, incoming, outgoing }]));
      const text = await started('Acts', {}, 'admin');
      expect(text.error[0]?.message).toContain('path');
      const own = { ...incoming, params: '$var.job.params' };
      await workflow(chainOf('Acts on', [{ ...sends, incoming: own, outgoing }]));
      const params = { path: '/sync', accept: 'application/yang-data+json' };
      const done = await started('Acts on', { variables: { params } }, 'admin');
      expect(done).toMatchObject({
        status: 'complete',
        variables: { answer: [{ result: '204' }] },
      });
      expect(system.to('/o/sync').map(({ method, body }) => [method, body])).toEqual([
        ['POST', '{"input":{"device":"ios"}}'],
      ]);
      const refused = await started('Acts on', { variables: { params } });
      expect([refused.status, system.to('/o/sync')]).toEqual(['error', [expect.anything()]]);
    });

    it('ends an answer of 50 MB in an error that says so', async () => {
      system.on('/base/large', (_, res) => {
        const chunk = Buffer.alloc(1024 * 1024, 'x');
        for (let sent = 0; sent < 50; sent += 1) res.write(chunk);
        res.end();
      });
      const job = await started('Asks a box', { variables: { path: '/large' } });
      expect(job).toMatchObject({
        variables: { failure: { platformError: { code: 'upstream-too-large' } } },
      });
    });

    it('names a type of tasks that nobody knows', async () => {
      await workflow(chainOf('Unknown', [{ name: 'fly', app: 'Aircraft', type: 'automatic' }]));
      const { status, error } = await started('Unknown');
      expect(status).toBe('error');
      expect(JSON.stringify(error)).toContain("'Aircraft.fly' are not known here");
    });

    it('calls a URL of its own within the rules for addresses', async () => {
      const rest = (uri: string): MadeTask => ({
        name: 'restCall',
        type: 'automatic',
        incoming: { uri, method: 'GET' },
        outgoing: { result: '$var.job.answer' },
        error: '$var.job.failure',
      });
      system.on('/rest', (_, res) => {
        json(res, 200, [1, 2]);
      });
      await workflow(chainOf('Rests', [rest(`http://${system.host}/rest`)]));
      expect(await started('Rests')).toMatchObject({ variables: { answer: [1, 2] } });
      await workflow(chainOf('Strays', [rest('http://169.254.169.254/latest')]));
      expect(await started('Strays')).toMatchObject({
        variables: { failure: { code: 'forbidden-target' } },
      });
    });

    it('needs at most twelve write commands for two calls in a row', async () => {
      await workflow(
        chainOf('Asks twice', [requests({ uriPath: '/1' }), requests({ uriPath: '/2' })]),
      );
      await started('Asks twice');
      const { seen, clear } = watchCommands(app.app);
      clear();
      const job = await started('Asks twice');
      expect(job.status).toBe('complete');
      const writes = seen.filter((command) => WRITES.test(command) && /jobs|job_/.test(command));
      expect(writes.length).toBeGreaterThan(4);
      expect(writes.length).toBeLessThanOrEqual(12);
    });
  });

  describe('of a test run', () => {
    it('touches nothing outside: calls are answered by mocks, or by a success', async () => {
      const mocks = { a1: { finish: 'success', output: { response: 'mocked' } } };
      const own = await started('Asks a box', { variables: { path: '/box' }, mocks });
      expect(own).toMatchObject({
        status: 'complete',
        mocked: ['a1'],
        variables: { answer: { response: 'mocked' } },
      });
      const silent = await started('Asks a box', { variables: { path: '/box' }, mocks: {} });
      expect(silent).toMatchObject({
        status: 'complete',
        mocked: ['a1'],
        variables: { answer: {} },
      });
      expect(system.to('/base/box')).toEqual([]);
    });

    it('ends tasks as the mocks say', async () => {
      const mocks = { a1: { finish: 'error', error: { message: 'made up' } } };
      const job = await started('Asks a box', { variables: { path: '/box' }, mocks });
      expect(job).toMatchObject({
        status: 'complete',
        mocked: ['a1'],
        variables: { failed: true, failure: { message: 'made up' } },
      });
    });

    beforeAll(() =>
      workflow(
        chainOf('Parent', [
          {
            name: 'childJob',
            incoming: {
              task: '',
              workflow: 'Asks a box',
              loopType: '',
              data_array: '',
              variables: { path: { task: 'static', value: '/box' } },
              transformation: '',
            },
            outgoing: { job_details: '$var.job.details' },
          },
        ]),
      ),
    );

    it('passes its mocks on to the jobs that it starts', async () => {
      const output = { response: 'of the child' };
      const mocks = { 'Asks a box/a1': { finish: 'success', output } };
      const job = await started('Parent', { mocks });
      expect(job).toMatchObject({ status: 'complete', variables: { details: { answer: output } } });
      expect(system.to('/base/box')).toEqual([]);
    });

    it.each([
      ['Asks a box/a2', "is no task of workflow 'Asks a box', which has a1"],
      ['Asks nobody/a1', "is no task: there is no workflow 'Asks nobody'"],
    ])('is refused with a mock for %s, which no job could use', async (key, said) => {
      const answer = await start('Parent', { mocks: { [key]: {} } });
      expect([answer.status, answer.text.includes(said)]).toEqual([400, true]);
    });

    it('is refused with mocks for more workflows than are looked up', async () => {
      const keys = Array.from({ length: 101 }, (_, at) => [`W${String(at)}/a1`, {}]);
      const answer = await start('Parent', { mocks: Object.fromEntries(keys) as JsonObject });
      const said = 'must not name more than 100 other workflows';
      expect([answer.status, answer.text.includes(said)]).toEqual([400, true]);
    });

    it('is refused with mocks that say nothing', async () => {
      const answer = await start('Asks a box', { mocks: { a1: { finish: 'maybe' } } });
      expect([answer.status, answer.text.includes('must be one of success')]).toEqual([400, true]);
    });
  });

  describe('within limits', () => {
    it('has no more jobs of a workflow at a time than may run', async () => {
      await workflow(chainOf('Waits', [{ name: 'delay', incoming: { time: 3600 }, outgoing: {} }]));
      const answers = [await start('Waits'), await start('Waits'), await start('Waits')];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 503]);
      const refused = answers[2];
      expect(refused?.json.code).toBe('too-many-jobs');
      expect(refused?.headers.get('retry-after')).toBe('5');
      const jobIds = answers.slice(0, 2).map(({ json: { data } }) => data._id);
      await app.as('engineering', 'POST', `${JOBS}/cancel`, { body: { jobIds } });
      const free = await eventually(
        () => start('Waits'),
        ({ status }) => status === 200,
      );
      expect(free.json.data.status).toBe('running');
    });
  });

  describe('in maintenance', () => {
    afterEach(() => switched(false));

    it('begins nothing, and goes on with what runs', async () => {
      const off = await app.as<Maintained>('apiread', 'GET', MAINTENANCE);
      expect(off.json.enabled).toBe(false);
      const on = await switched(true, 'The database is moved');
      expect(on.json).toMatchObject({ enabled: true, reason: 'The database is moved' });
      expect(on.json.since).not.toBeNull();
      expect(typeof on.json.by).toBe('string');
      const read = await app.as<Maintained>('apiread', 'GET', MAINTENANCE);
      expect(read.json).toEqual(on.json);
      const refused = await start('Asks a box');
      expect([refused.status, refused.json.code]).toEqual([503, 'maintenance']);
      expect(refused.headers.get('retry-after')).toBe('30');
      const fired = await app.as<Started>(
        'engineering',
        'POST',
        '/operations-manager/triggers/endpoint/absent',
        { body: {} },
      );
      expect([fired.status, fired.json.code]).toEqual([503, 'maintenance']);
      const run = await app.as<Started>(
        'engineering',
        'POST',
        '/operations-manager/triggers/manual/absent/run',
        { body: { formData: {} } },
      );
      expect([run.status, run.json.code]).toEqual([503, 'maintenance']);
      await switched(false);
      expect((await started('Asks a box', { variables: { path: '/box' } })).status).toBe(
        'complete',
      );
    });

    it('counts on every node', async () => {
      const other = await startApp('engine-work', { databaseUri: app.databaseUri });
      try {
        const ask = { body: { workflow: 'Asks a box', options: { mocks: {} } } };
        const onOther = (): Promise<Answer<Started>> =>
          other.as<Started>('engineering', 'POST', `${JOBS}/start`, ask);
        expect((await onOther()).status).toBe(200);
        await switched(true);
        const refused = await eventually(onOther, ({ status }) => status !== 200);
        expect([refused.status, refused.json.code]).toEqual([503, 'maintenance']);
        await switched(false);
        const again = await eventually(onOther, ({ status }) => status !== 503);
        expect(again.status).toBe(200);
      } finally {
        await other.close();
      }
    });

    it('is a matter of administrators', async () => {
      const answer = await app.as('engineering', 'PUT', MAINTENANCE, { body: { enabled: true } });
      expect(answer.status).toBe(403);
    });

    it('is told in the audit trail', async () => {
      await switched(true, 'Told');
      const entries = await app.as<{ results: { object: JsonObject; after: JsonObject }[] }>(
        'admin',
        'GET',
        '/audit?objectType=maintenance&limit=1',
      );
      expect(entries.text).toContain('maintenance');
    });
  });
});
