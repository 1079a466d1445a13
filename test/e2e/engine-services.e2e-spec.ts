import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { chainOf, type MadeTask } from '../support/factories/made-workflows.js';
import { aVpn, ServicesApp, VPN } from '../support/services-app.js';

const JOBS = '/operations-manager/jobs';

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly variables: JsonObject;
  readonly error: readonly { readonly message: string }[];
}
interface Started {
  readonly data: Job;
}
interface Audited {
  readonly results: readonly {
    readonly username: string;
    readonly operation: string;
    readonly outcome: string;
    readonly objects: readonly { readonly type: string }[];
  }[];
}

/** A task of a service, whose answer and error are kept in job variables. */
function service(name: string, incoming: JsonObject, app = 'ServiceManagement'): MadeTask {
  return {
    name,
    app,
    type: 'automatic',
    incoming,
    outgoing: { result: '$var.job.answer' },
    error: '$var.job.failure',
  };
}

describe('service instances and actions of jobs', () => {
  let services: ServicesApp;
  let count = 0;
  const run = async (task: MadeTask, role: 'admin' | 'engineering' | 'operator' = 'admin') => {
    const { app } = services;
    count += 1;
    const name = `Services ${String(count)}`;
    const body = { automation: chainOf(name, [task]) };
    const made = await app.as<{ warnings: unknown }>(
      'admin',
      'POST',
      '/automation-studio/automations',
      { body },
    );
    expect([made.status, made.json.warnings]).toEqual([200, []]);
    const start = await app.as<Started>(role, 'POST', `${JOBS}/start`, {
      body: { workflow: name, options: {} },
    });
    if (start.status !== 200) throw new Error(start.text);
    return eventually(
      async () =>
        (await app.as<Started>('admin', 'GET', `${JOBS}/${start.json.data._id}`)).json.data,
      ({ status }) => status !== 'running',
    );
  };
  const username = async (role: 'admin' | 'engineering') =>
    (await services.app.as<{ username: string }>(role, 'GET', '/whoami')).json.username;
  const instances = async () => (await services.read<{ total: number }>('instances')).json.total;

  beforeAll(async () => {
    services = await ServicesApp.start('engine-services');
    await services.adapter('Local NSO');
  });
  afterEach(() => {
    services.orchestrator.requests.length = 0;
  });
  afterAll(() => services.close());

  it('are tested, saved and read as the operations do it', async () => {
    const before = await instances();
    const instance = { [VPN]: [aVpn('acme')] };
    const tested = await run(service('testInstances', { instance }));
    expect(tested).toMatchObject({
      status: 'complete',
      variables: {
        answer: [{ xpath: `${VPN}=acme`, success: true, dryrun: {}, planHash: expect.any(String) }],
      },
    });
    expect([services.commits(), await instances()]).toEqual([[], before]);
    const listed = { instances: [aVpn('acme')], path: VPN, adapterId: 'Local NSO' };
    const saved = await run(service('saveInstances', listed));
    expect(saved.variables['answer']).toMatchObject([
      { action: 'create', xpath: `${VPN}=acme`, success: true, outcome: 'succeeded' },
    ]);
    expect([services.commits().length, await instances()]).toEqual([1, before + 1]);
    const read = await run(service('getInstance', { path: VPN, keys: ['acme'] }));
    expect(read.variables['answer']).toMatchObject({ name: 'acme', 'as-number': 65_000 });
    const { results } = (await services.read<{ results: JsonObject[] }>('changes')).json;
    expect(results.slice(0, 2).map(({ kind, by }) => [kind, by])).toEqual([
      ['save', await username('admin')],
      ['dry-run', await username('admin')],
    ]);
  });

  it('end in an error that says which one was not saved, and what became of each', async () => {
    const unsound = (name: string) => ({ ...aVpn(name), 'as-number': 'none' });
    const one = { [VPN]: [aVpn('sound'), unsound('unsound')] };
    const { status, variables } = await run(service('saveInstances', { instance: one }));
    expect(status).toBe('error');
    expect(variables['failure']).toMatchObject({
      code: 'instance-not-saved',
      message: expect.stringMatching(`^${VPN}=unsound was not saved: .*(?<!, and \\d+ more)$`),
      results: [{ success: true }, { success: false }],
    });
    const two = { [VPN]: [unsound('first'), unsound('second')] };
    const both = await run(service('saveInstances', { instance: two, options: {} }));
    expect(both.variables['failure']).toMatchObject({
      message: expect.stringMatching(`^${VPN}=first was not saved: .*, and 1 more$`),
    });
  });

  it('say what is not there, and what cannot be read', async () => {
    const absent = await run(service('getInstance', { path: `${VPN}=nobody` }));
    expect(absent.variables['failure']).toMatchObject({
      code: 'upstream-refused',
    });
    const empty = await run(service('saveInstances', { instance: '' }));
    expect(empty.error[0]?.message).toContain('instance must hold at least one instance');
  });

  it('run actions, whose output they put out', async () => {
    const path = '/tailf-ncs:devices/device=ce0/check-sync';
    const done = await run(service('runAction', { path }, 'NSOManager'));
    expect(done.variables['answer']).toEqual({ result: 'in-sync' });
    const none = await run(service('runAction', { path: '/no:such/thing' }, 'NSOManager'));
    expect(none.variables['failure']).toMatchObject({
      code: 'upstream-refused',
    });
  });

  it('take the roles of those operations, and are audited as they are', async () => {
    const path = '/tailf-ncs:devices/device=ce0/check-sync';
    const refused = await run(service('runAction', { path }, 'NSOManager'), 'engineering');
    expect(refused.variables['failure']).toMatchObject({
      code: 'task-not-admitted',
    });
    expect(services.orchestrator.requests).toEqual([]);
    const instance = { [VPN]: [aVpn('audited')] };
    expect((await run(service('saveInstances', { instance }), 'engineering')).status).toBe(
      'complete',
    );
    expect((await run(service('runAction', { path }, 'NSOManager'))).status).toBe('complete');
    const { json } = await services.app.as<Audited>('admin', 'GET', '/audit?limit=100');
    const told = json.results
      .filter(({ operation }) => ['saveInstances', 'restAction'].includes(operation))
      .map(({ operation, username: by, outcome, objects }) => [
        operation,
        by,
        outcome,
        objects.map(({ type }) => type),
      ]);
    expect(told).toContainEqual([
      'saveInstances',
      await username('engineering'),
      'done',
      ['service-instance'],
    ]);
    expect(told).toContainEqual([
      'restAction',
      await username('admin'),
      'done',
      ['orchestrator-action'],
    ]);
  });
});
