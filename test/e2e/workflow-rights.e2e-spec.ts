import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/api/operations/operations.js';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { aSessionOf, aSignedInCaller, anAccount, type TestAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const AUTOMATIONS = '/operations-manager/automations';
const JOBS = '/operations-manager/jobs';
const TRIGGERS = '/operations-manager/triggers';
const STUDIO = '/automation-studio';
/** Where documents of workflows are changed. */
const PLACES = [STUDIO, '/content', '/workflow_builder'];
const OTHER_DOCUMENTS = `${STUDIO}/templates`;
const PROJECT = '0123456789abcdef01234567';

interface Made {
  readonly data: { readonly _id: string };
}
interface Refused {
  readonly code: string;
}
interface Job {
  readonly status: string;
  readonly error: readonly { readonly message: string }[];
}

const NOTHING = { n1: anEngineTask('newVariable', { name: 'made', value: 1 }) };
const parent = (name: string, more: JsonObject = {}): JsonObject => {
  const incoming = { task: '', workflow: 'Guarded', variables: {}, data_array: '' };
  const rest = { transformation: '', loopType: '' };
  const child = anEngineTask('childJob', { ...incoming, ...rest }, more);
  return anEngineWorkflow(name, { c1: child }, ['start c1', 'c1 end']);
};

describe('a workflow with groups', () => {
  let app: TestApp;
  let id: string;
  let groups: string[];
  let guarded: JsonObject;
  let member: string;
  let stranger: string;

  const account = (more: TestAccount = {}): TestAccount => ({
    roles: ['apiread', 'apiwrite', 'engineering', 'operations'].map((name) => ({
      provenance: 'platform',
      name,
    })),
    ...more,
  });
  const call = <T = Refused>(token: string, method: string, path: string, body?: object) =>
    app.call<T>(method, path, { token, ...(body && { body }) });
  const outcome = async (token: string, method: string, path: string, body?: object) => {
    const { status, text } = await call(token, method, path, body);
    return status < 300 ? status : [status, (JSON.parse(text) as Refused).code];
  };
  const workflow = async (automation: JsonObject): Promise<string> => {
    const path = `${STUDIO}/automations`;
    const made = await app.as<{ created: { _id: string } }>('admin', 'POST', path, {
      body: { automation },
    });
    return made.json.created._id;
  };
  let names = 0;
  const automation = (componentName: string): object => {
    names += 1;
    return { name: `Automation ${String(names)}`, componentType: 'workflows', componentName };
  };
  const automationOf = async (token: string, componentName = 'Guarded'): Promise<string> =>
    (await call<Made>(token, 'POST', AUTOMATIONS, automation(componentName))).json.data._id;
  const triggerOf = async (token: string, actionId: string, more: object): Promise<string> => {
    names += 1;
    const body = { name: `T ${String(names)}`, actionType: 'automations', actionId, ...more };
    return (await call<Made>(token, 'POST', TRIGGERS, body)).json.data._id;
  };
  const change = async ({ _id }: Account, body: object): Promise<void> => {
    const path = `/authorization/accounts/${_id}`;
    expect((await app.as('admin', 'PATCH', path, { body })).status).toBe(200);
  };

  beforeAll(async () => {
    app = await startApp('workflow-rights');
    const records = app.app.get(UserRecordsService, { strict: false });
    groups = [(await records.ensureGroup({ provenance: 'local', name: 'of workflow' }))._id];
    guarded = anEngineWorkflow('Guarded', NOTHING, ['start n1', 'n1 end'], { groups });
    id = await workflow(guarded);
    member = await aSignedInCaller(app.app, account({ groups: ['of workflow'] }));
    stranger = await aSignedInCaller(app.app, account());
    await workflow(parent('Parent'));
    await workflow(parent('Parent of the platform', { actor: 'platform' }));
    const project = {
      _id: PROJECT,
      name: 'Project',
      components: [
        { type: 'workflow', folder: '/', document: { ...guarded, name: `@${PROJECT}: In it` } },
      ],
    };
    await app.as('admin', 'POST', `${STUDIO}/projects/import`, { body: { project } });
  });
  afterAll(() => app.close());

  describe('is changed by its members alone', () => {
    /** By every operation that changes workflows: one that is new is to be put here. */
    const DOORS: Readonly<
      Record<string, (() => Promise<unknown>) | 'makes a new one' | 'touches none'>
    > = {
      createWorkflow: 'makes a new one',
      updateWorkflow: () =>
        outcome(stranger, 'PUT', `${STUDIO}/automations/${id}`, { update: { groups: [] } }),
      deleteWorkflow: () => outcome(stranger, 'DELETE', `${STUDIO}/automations/${id}`),
      deleteWorkflowByName: () =>
        outcome(stranger, 'DELETE', '/workflow_builder/workflows/delete/Guarded'),
      importWorkflow: () =>
        outcome(stranger, 'POST', '/workflow_builder/import', {
          workflow: { ...guarded, groups: [] },
          options: { overwrite: true },
        }),
      restoreWorkflow: () =>
        outcome(stranger, 'POST', `${STUDIO}/workflows/${id}/restore`, { revision: 1 }),
      importContent: async () => {
        const body = { documents: [{ ...guarded, groups: [] }], options: { overwrite: true } };
        const { text } = await call(stranger, 'POST', '/content/import', body);
        return text.includes('is changed by members of its groups only') && [403, 'not-writable'];
      },
      importWorkflows: async () => {
        const body = { automations: [{ ...guarded, groups: [] }], options: { overwrite: true } };
        const { text } = await call(stranger, 'POST', `${STUDIO}/automations/import`, body);
        return text.includes('is changed by members of its groups only') && [403, 'not-writable'];
      },
      importProject: 'makes a new one',
      createProject: 'makes a new one',
      updateProject: 'touches none',
      deleteProject: () => outcome(stranger, 'DELETE', `${STUDIO}/projects/${PROJECT}`),
    };

    const REFUSED = [403, 'not-writable'];

    it('whichever operation is used', async () => {
      const changing = Object.entries(OPERATIONS).filter(
        ([, spec]) =>
          'changes' in spec &&
          PLACES.some((place) => spec.path.startsWith(place)) &&
          !spec.path.startsWith(OTHER_DOCUMENTS),
      );
      expect(changing.map(([name]) => name).sort()).toEqual(Object.keys(DOORS).sort());
      for (const [name, door] of Object.entries(DOORS)) {
        const refused = typeof door === 'function' ? await door() : REFUSED;
        expect([name, refused]).toEqual([name, REFUSED]);
      }
      const read = await app.as<{ groups: unknown[] }>(
        ...(['admin', 'GET', `${STUDIO}/workflows/detailed/Guarded`] as const),
      );
      expect(JSON.stringify(read.json)).toContain(groups[0] ?? 'none');
      expect(await outcome(stranger, 'GET', `${STUDIO}/projects/${PROJECT}`)).toBe(200);
    });

    it('who may do everything with it', async () => {
      const update = { description: 'changed by a member' };
      expect(await outcome(member, 'PUT', `${STUDIO}/automations/${id}`, { update })).toBe(200);
    });
  });

  describe('is started by its members alone', () => {
    it('at once', async () => {
      const body = { workflow: 'Guarded' };
      const refused = [403, 'not-startable'];
      expect(await outcome(stranger, 'POST', `${JOBS}/start`, body)).toEqual(refused);
      expect(await outcome(member, 'POST', `${JOBS}/start`, body)).toBe(200);
    });

    it('by an automation that they have made', async () => {
      const refused = [403, 'not-startable'];
      const made = automation('Guarded');
      expect(await outcome(stranger, 'POST', AUTOMATIONS, made)).toEqual(refused);
      const other = await automationOf(stranger, 'Parent');
      const path = `${AUTOMATIONS}/${other}`;
      const update = { componentName: 'Guarded' };
      expect(await outcome(stranger, 'PATCH', path, update)).toEqual(refused);
      expect(await outcome(member, 'PATCH', path, update)).toBe(200);
      // What else there is to it may be changed by whoever might.
      expect(await outcome(stranger, 'PATCH', path, { description: 'x' })).toBe(200);
      const imported = await call(stranger, 'PUT', AUTOMATIONS, { automations: [made] });
      expect(imported.text).toContain('is started by members of its groups only');
    });

    it('by a trigger, in whose name it runs', async () => {
      const actionId = await automationOf(member);
      const manual = await triggerOf(member, actionId, { type: 'manual' });
      const run = `${TRIGGERS}/manual/${manual}/run`;
      expect(await outcome(stranger, 'POST', run, {})).toEqual([403, 'not-startable']);
      expect(await outcome(member, 'POST', run, {})).toBe(200);
      const routes = ['by-stranger', 'by-member'];
      const schema = { type: 'object', properties: {} };
      const endpoint = { type: 'endpoint', verb: 'POST', schema };
      await triggerOf(stranger, actionId, { ...endpoint, routeName: routes[0] });
      await triggerOf(member, actionId, { ...endpoint, routeName: routes[1] });
      const called = routes.map((name) =>
        outcome(stranger, 'POST', `${TRIGGERS}/endpoint/${name}`, {}),
      );
      expect(await Promise.all(called)).toEqual([[409, 'not-startable'], 200]);
    });

    it('by an automation as long as whoever made it start that is one of them', async () => {
      const leaver = await anAccount(app.app, account({ groups: ['of workflow'] }));
      const actionId = await automationOf(await aSessionOf(app.app, leaver));
      const manual = await triggerOf(member, actionId, { type: 'manual' });
      const run = `${TRIGGERS}/manual/${manual}/run`;
      expect(await outcome(member, 'POST', run, {})).toBe(200);
      await change(leaver, { memberOf: [] });
      const refused = await eventually(
        () => outcome(member, 'POST', run, {}),
        (one) => one !== 200,
      );
      expect(refused).toEqual([409, 'not-startable']);
      const update = { componentName: 'Parent' };
      await call(member, 'PATCH', `${AUTOMATIONS}/${actionId}`, update);
      await call(member, 'PATCH', `${AUTOMATIONS}/${actionId}`, { componentName: 'Guarded' });
      expect(await outcome(member, 'POST', run, {})).toBe(200);
    });

    it.each(['Parent', 'Parent of the platform'])('by another workflow: %s', async (name) => {
      const jobOf = async (token: string): Promise<Job> => {
        const body = { workflow: name };
        const made = await call<Made>(token, 'POST', `${JOBS}/start`, body);
        const path = `${JOBS}/${made.json.data._id}`;
        const settled = await eventually(
          () => call<{ data: Job }>(token, 'GET', path),
          ({ json: { data } }) => data.status !== 'running',
        );
        return settled.json.data;
      };
      const refused = await jobOf(stranger);
      expect(refused.status).toBe('error');
      expect(JSON.stringify(refused)).toContain('is started by members of its groups only');
      expect((await jobOf(member)).status).toBe('complete');
    });
  });
});
