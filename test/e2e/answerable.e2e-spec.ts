import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { aTransformation } from '../support/factories/a-transformation.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { engineWorkflow, type MadeTask } from '../support/factories/made-workflows.js';
import { FakeSystem, json } from '../support/fakes/fake-system.js';
import { aSessionOf, anAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';
const AUTOMATIONS = '/operations-manager/automations';
const TRIGGERS = '/operations-manager/triggers';
const STUDIO = '/automation-studio/automations';
const NOT_ADMITTED = "adapter 'Boxes' is changed";
const DONE = '[]';

interface Made {
  readonly data: { readonly _id: string };
}
interface Job {
  readonly status: string;
  readonly error: readonly unknown[];
}

/** Changes something behind an adapter, which administrators alone may. */
const TASK: MadeTask = {
  name: 'genericAdapterRequest',
  app: 'Boxes',
  type: 'automatic',
  incoming: { adapter_id: 'Boxes', restMethod: 'POST', uriPath: '/box', queryData: '' },
  more: { location: 'Adapter' },
};

/** An administrator starts each of the jobs: it is the others who answer for them that count. */
describe('whoever answers for a job beside its starter', () => {
  let app: TestApp;
  let system: FakeSystem;
  let admin: string;
  let engineer: string;
  let number = 0;

  const post = async <T>(token: string, path: string, body: object): Promise<T> => {
    const { status, json: answer, text } = await app.call<T>('POST', path, { token, body });
    if (status !== 200) throw new Error(text);
    return answer;
  };
  const aName = (what: string) => `${what} ${String((number += 1))}`;
  const document = (name: string) =>
    engineWorkflow(name, { a1: TASK }, [
      ['start', 'a1'],
      ['a1', 'end'],
    ]);
  const written = async (token: string, name = aName('Workflow')): Promise<string> => {
    await post(token, STUDIO, { automation: document(name) });
    return name;
  };
  const automation = async (token: string, componentName: string): Promise<string> => {
    const body = { name: aName('Automation'), componentType: 'workflows', componentName };
    return (await post<Made>(token, AUTOMATIONS, body)).data._id;
  };
  const trigger = async (token: string, actionId: string, more: JsonObject): Promise<string> => {
    const body = { name: aName('Trigger'), actionType: 'automations', actionId, ...more };
    return (await post<Made>(token, TRIGGERS, body)).data._id;
  };
  /** What is wrong with a job in the end. */
  const errorsOf = async ({ data: { _id } }: Made): Promise<string> => {
    const { json: answer } = await eventually(
      () => app.call<{ data?: Job }>('GET', `${JOBS}/${_id}`, { token: admin }),
      ({ json: { data } }) => data !== undefined && data.status !== 'running',
    );
    return JSON.stringify(answer.data?.error);
  };
  const start = (workflow: string) => post<Made>(admin, `${JOBS}/start`, { workflow });
  const runByHand = (id: string) => post<Made>(admin, `${TRIGGERS}/manual/${id}/run`, {});
  const roles = (...names: string[]) => names.map((name) => ({ provenance: 'platform', name }));

  beforeAll(async () => {
    system = await FakeSystem.start();
    system.on('/base/box', (_, res) => {
      json(res, 200, { id: 7 });
    });
    app = await startApp('answerable');
    admin = await aSessionOf(app.app, await anAccount(app.app, { roles: roles('admin') }));
    const others = { roles: roles('engineering', 'apiwrite') };
    engineer = await aSessionOf(app.app, await anAccount(app.app, others));
    await post(admin, '/adapters', {
      name: 'Boxes',
      baseUrl: `http://${system.host}/base`,
      retries: 0,
    });
  });
  afterAll(async () => {
    await app.close();
    await system.close();
  });

  it('is who installed the package of its workflow', async () => {
    const install = async (token: string): Promise<string> => {
      const name = aName('Packed');
      const bundles = [{ type: 'workflow', data: document(name) }];
      const prebuilt = anArtifact({
        name: `@acme/${name.replace(' ', '-').toLowerCase()}`,
        bundles,
      });
      await post(token, '/prebuilts/import', { prebuilt });
      return name;
    };
    expect(await errorsOf(await start(await install(engineer)))).toContain(NOT_ADMITTED);
    expect(await errorsOf(await start(await install(admin)))).toBe(DONE);
  });

  it('is its writer with what was left to the token that wrote it', async () => {
    const account = await anAccount(app.app, { roles: roles('apiwrite', 'admin') });
    const session = await aSessionOf(app.app, account);
    const limited = { name: 'apiwrite alone', roles: account.assignedRoles.slice(0, 1) };
    const { token } = await post<{ token: string }>(session, '/user-management/tokens', limited);
    const name = await written(token);
    expect(await errorsOf(await start(name))).toContain(NOT_ADMITTED);
    expect(await errorsOf(await start(await written(session)))).toBe(DONE);
  });

  it('is who wrote the transformation that made its variables', async () => {
    const actionId = await automation(admin, await written(admin));
    const called = async (writer: string): Promise<Made> => {
      const jst = aName('Greeting');
      await post(writer, '/transformations', aTransformation({ name: jst }));
      const routeName = jst.replace(' ', '-').toLowerCase();
      const schema = { type: 'object', properties: {} };
      await trigger(admin, actionId, { type: 'endpoint', verb: 'POST', routeName, schema, jst });
      return post<Made>(admin, `${TRIGGERS}/endpoint/${routeName}`, { who: 'you' });
    };
    expect(await errorsOf(await called(engineer))).toContain(NOT_ADMITTED);
    expect(await errorsOf(await called(admin))).toBe(DONE);
  });

  it('is who made the trigger that is run by hand', async () => {
    const actionId = await automation(admin, await written(admin));
    const ofEngineer = await trigger(engineer, actionId, { type: 'manual' });
    expect(await errorsOf(await runByHand(ofEngineer))).toContain(NOT_ADMITTED);
    const ofAdmin = await trigger(admin, actionId, { type: 'manual' });
    expect(await errorsOf(await runByHand(ofAdmin))).toBe(DONE);
  });

  it('is who pointed the automation at the workflow', async () => {
    const one = await written(admin);
    const actionId = await automation(admin, one);
    const manual = await trigger(admin, actionId, { type: 'manual' });
    expect(await errorsOf(await runByHand(manual))).toBe(DONE);
    const point = async (token: string, componentName: string): Promise<void> => {
      const path = `${AUTOMATIONS}/${actionId}`;
      const { status } = await app.call('PATCH', path, { token, body: { componentName } });
      expect(status).toBe(200);
    };
    await point(engineer, await written(admin));
    expect(await errorsOf(await runByHand(manual))).toContain(NOT_ADMITTED);
    await point(admin, one);
    expect(await errorsOf(await runByHand(manual))).toBe(DONE);
  });

  it('must be there still', async () => {
    const account = await anAccount(app.app, { roles: roles('admin') });
    const name = await written(await aSessionOf(app.app, account));
    expect(await errorsOf(await start(name))).toBe(DONE);
    const path = `/authorization/accounts/${account._id}`;
    const body = { inactive: true };
    expect((await app.call('PATCH', path, { token: admin, body })).status).toBe(200);
    const message = await eventually(
      async () => errorsOf(await start(name)),
      (errors) => errors !== DONE,
    );
    expect(message).toContain('An account that answers for the job is gone or inactive');
  });
});
