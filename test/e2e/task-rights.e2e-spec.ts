import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { type RoleName } from '../../src/kernel/principal.js';
import { eventually } from '../support/eventually.js';
import {
  engineWorkflow,
  type MadeEdge,
  type MadeTask,
} from '../support/factories/made-workflows.js';
import { FakeSystem, json } from '../support/fakes/fake-system.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';
const STUDIO = '/automation-studio/automations';
const DEVICES = '/configuration_manager/devices';
const EVERYBODY = { roles: ['engineering', 'operations', 'apiwrite'] };
const NOBODY = { roles: [] };

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly error: readonly { readonly message: unknown }[];
}
interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

function request(restMethod: string, more: JsonObject = {}): MadeTask {
  return {
    name: 'genericAdapterRequest',
    app: 'Boxes',
    type: 'automatic',
    incoming: { adapter_id: 'Boxes', restMethod, uriPath: '/box', queryData: '' },
    more: { location: 'Adapter', ...more },
  };
}
function deviceTask(name: string): MadeTask {
  const incoming = { name: 'edge-1', options: {} };
  return { name, app: 'ConfigurationManager', type: 'automatic', incoming };
}
const ONE: readonly MadeEdge[] = [
  ['start', 'a1'],
  ['a1', 'end'],
];
const childJob = (workflow: string, more: JsonObject = {}): MadeTask => ({
  name: 'childJob',
  app: 'WorkFlowEngine',
  type: 'operation',
  incoming: {
    task: '',
    workflow,
    variables: {},
    data_array: '',
    transformation: '',
    loopType: '',
  },
  more,
});

describe('tasks of jobs that do more than everybody may', () => {
  let app: TestApp;
  let system: FakeSystem;
  let number = 0;
  const admit = async (access: JsonObject): Promise<void> => {
    const answer = await app.as('admin', 'PATCH', '/adapters/Boxes', { body: { access } });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  /** Stores a workflow of one task in the name of somebody. */
  const written = async (by: RoleName, task: MadeTask, name?: string): Promise<string> => {
    const called = name ?? `Workflow ${String((number += 1))}`;
    const automation = engineWorkflow(called, { a1: task }, [...ONE]);
    const made = await app.as(by, 'POST', STUDIO, { body: { automation } });
    if (made.status !== 200) throw new Error(made.text);
    return called;
  };
  const ended = async (id: string): Promise<Job> =>
    eventually(
      async () => (await app.as<{ data: Job }>('admin', 'GET', `${JOBS}/${id}`)).json.data,
      ({ status }) => status !== 'running',
    );
  const start = async (by: RoleName, workflow: string): Promise<string> => {
    const body = { workflow, options: {} };
    const answer = await app.as<{ data: Job }>(by, 'POST', `${JOBS}/start`, { body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data._id;
  };
  /** How the one child of a job ends. */
  const childOf = async (by: RoleName, workflow: string): Promise<string> => {
    const path = `${JOBS}?parent=${await start(by, workflow)}`;
    const [child] = await eventually(
      async () => (await app.as<{ data: Job[] }>('admin', 'GET', path)).json.data,
      ({ length }) => length === 1,
    );
    return (await ended(child?._id ?? '')).status;
  };
  const run = async (by: RoleName, workflow: string): Promise<Job> => {
    return ended(await start(by, workflow));
  };
  const outcomeOf = async (by: RoleName, workflow: string): Promise<readonly [string, string]> => {
    const { status, error } = await run(by, workflow);
    return [status, JSON.stringify(error)];
  };

  beforeAll(async () => {
    system = await FakeSystem.start();
    system.on('/base/box', (_, res) => {
      json(res, 200, { id: 7 });
    });
    app = await startApp('task-rights');
    const adapter = { name: 'Boxes', baseUrl: `http://${system.host}/base`, retries: 0 };
    await app.as('admin', 'POST', '/adapters', { body: adapter });
    const device = { host: '192.0.2.1', type: 'cisco-ios', username: 'x', password: 'y' };
    await app.as('admin', 'PUT', `${DEVICES}/edge-1`, { body: device });
  });
  afterEach(() => admit({ read: null, change: null }));
  afterAll(async () => {
    await app.close();
    await system.close();
  });

  describe('through an adapter', () => {
    it('are for those who may send the same by the operation, unless the adapter names others', async () => {
      const asks = await written('admin', request('GET'));
      const sends = await written('admin', request('POST'));
      expect(await outcomeOf('admin', sends)).toEqual(['complete', '[]']);
      for (const name of [asks, sends]) {
        const [status, error] = await outcomeOf('engineering', name);
        expect([name, status]).toEqual([name, 'error']);
        expect(error).toContain("adapter 'Boxes' is");
        expect(error).toMatch(/it takes one of the roles admin, or a custom role that lists rest/);
      }
      await admit({ read: { roles: ['engineering'] } });
      expect(await outcomeOf('engineering', asks)).toEqual(['complete', '[]']);
      expect((await outcomeOf('engineering', sends))[0]).toBe('error');
      await admit({ read: NOBODY, change: { roles: ['engineering'] } });
      expect((await outcomeOf('operations', asks))[1]).toContain(
        'it takes one of the roles admin, engineering"',
      );
      expect(await outcomeOf('engineering', asks)).toEqual(['complete', '[]']);
      expect(await outcomeOf('engineering', sends)).toEqual(['complete', '[]']);
      expect((await outcomeOf('operations', asks))[0]).toBe('error');
    });

    it('reach nothing when their author, or the author of a workflow above, is not admitted', async () => {
      const sends = await written('apiwrite', request('POST'));
      expect((await outcomeOf('admin', sends))[1]).toContain("adapter 'Boxes' is changed");
      const own = await written('admin', request('POST'));
      for (const actor of ['Pronghorn', 'job']) {
        const parent = await written('apiwrite', childJob(own, { actor }));
        expect([actor, await childOf('admin', parent)]).toEqual([actor, 'error']);
        const trusted = await written('admin', childJob(own, { actor }));
        expect([actor, await childOf('admin', trusted)]).toEqual([actor, 'complete']);
        expect([actor, await childOf('engineering', trusted)]).toEqual([actor, 'error']);
      }
      await admit({ change: EVERYBODY });
      expect(await outcomeOf('admin', sends)).toEqual(['complete', '[]']);
    });

    it('reach nothing when whoever mends the job is not admitted', async () => {
      const failing = { ...request('POST'), incoming: { adapter_id: 'Later', restMethod: 'POST' } };
      const name = await written('admin', failing);
      const job = await run('admin', name);
      expect(job.status).toBe('error');
      const adapter = { name: 'Later', baseUrl: `http://${system.host}/base`, retries: 0 };
      await app.as('admin', 'POST', '/adapters', { body: adapter });
      const retry = async (by: RoleName): Promise<string> => {
        await app.as(by, 'POST', `${JOBS}/${job._id}/retry`, { body: {} });
        return JSON.stringify((await ended(job._id)).error);
      };
      expect(await retry('operations')).toContain("adapter 'Later' is changed");
    });
  });

  describe('that do what an operation does', () => {
    it('take its roles, of whoever they run for and, where more than reading is done, of the author', async () => {
      const reads = await written('apiwrite', deviceTask('getDevice'));
      expect((await outcomeOf('admin', reads))[0]).toBe('complete');
      const [, lack] = await outcomeOf('operations', reads);
      expect(lack).toContain('takes one of the roles admin, apiread');
      const looks = await written('apiwrite', deviceTask('isAlive'));
      expect((await outcomeOf('operations', looks))[1]).toContain('admin, apiwrite');
      expect((await outcomeOf('apiwrite', looks))[0]).toBe('complete');
    });
  });

  describe('through the adapter of a device', () => {
    const bind = (by: RoleName, method: string, body: JsonObject, options: CallOptions = {}) =>
      app.as<Refused>(by, method, `${DEVICES}/known-there`, { body, ...options });

    it('are for devices that somebody bound who may read there', async () => {
      const place = { adapter: { name: 'Boxes', device: 'core-1' }, type: 'cisco-ios' };
      const refused = await bind('apiwrite', 'PUT', place);
      expect([refused.status, refused.json.code]).toEqual([403, 'adapter-not-usable']);
      const absent = { ...place, adapter: { name: 'Not made yet', device: 'core-1' } };
      expect((await bind('apiwrite', 'PUT', absent)).status).toBe(403);
      expect((await bind('admin', 'PUT', place)).status).toBe(200);
      expect((await bind('apiwrite', 'PATCH', { description: 'Same place' })).status).toBe(200);
      const other = { adapter: { name: 'Boxes', device: 'core-2' } };
      expect((await bind('apiwrite', 'PATCH', other)).status).toBe(403);
      await admit({ read: { roles: ['apiwrite'] } });
      expect((await bind('apiwrite', 'PATCH', other)).status).toBe(200);
    });
  });

  it('are decided by roles and groups that there are', async () => {
    for (const [read, pointer] of [
      [{ roles: ['admin', 'chief'] }, '#/access/read/roles/1'],
      [{ groups: ['of boxes'] }, '#/access/read/groups/0'],
    ] as const) {
      const body = { access: { read } };
      const refused = await app.as<Refused>('admin', 'PATCH', '/adapters/Boxes', { body });
      const pointers = refused.json.errors?.map((fault) => fault.pointer);
      expect([refused.status, pointers]).toEqual([400, [pointer]]);
    }
    const records = app.app.get(UserRecordsService, { strict: false });
    const { _id } = await records.ensureGroup({ provenance: 'local', name: 'of boxes' });
    const groups = { access: { change: { groups: ['of boxes'] } } };
    const named = await app.as('admin', 'PATCH', '/adapters/Boxes', { body: groups });
    expect(named.json).toMatchObject({
      access: { read: null, change: { roles: [], groups: [_id] } },
    });
    const roles = [{ provenance: 'platform', name: 'apiwrite' }];
    const member = await aSignedInCaller(app.app, { roles, groups: ['of boxes'] });
    const outsider = await aSignedInCaller(app.app, { roles });
    const save = async (token: string): Promise<number> => {
      const instance = { '/l3vpn:vpn/l3vpn': [{ name: 'a' }] };
      const path = '/service_management/saveInstances';
      const options = { adapterId: 'Boxes' };
      return (await app.call('POST', path, { token, body: { instance, options } })).status;
    };
    expect(await save(outsider)).toBe(403);
    expect(await save(member)).not.toBe(403);
  });
});
