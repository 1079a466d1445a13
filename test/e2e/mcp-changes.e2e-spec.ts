import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aManualWorkflow } from '../support/factories/job-workflows.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { eventually } from '../support/eventually.js';
import { GENERATIONS, McpClient, type Person, type ToolAnswer } from '../support/mcp-client.js';
import { KnownDevices } from '../support/known-devices.js';
import { aVpn, ServicesApp, VPN } from '../support/services-app.js';
import { aSessionOf, anAccount } from '../support/sign-in.js';
import { type TestApp } from '../support/start-app.js';

const [LEGACY] = GENERATIONS;
const PACKAGE = '@netadmin/expiry-report';
const CONFIG = ['hostname renamed'];
interface Audited {
  readonly results: readonly { readonly username: string; readonly via: string | null }[];
}

describe('changes through the Model Context Protocol', () => {
  let services: ServicesApp;
  let app: TestApp;
  const devices = new KnownDevices(() => app);
  const clients: McpClient[] = [];

  const connect = async (
    username: string,
    options?: { person?: Person; generation?: typeof LEGACY },
  ) => {
    const roles = [{ provenance: 'platform', name: 'admin' }];
    const session = await aSessionOf(app.app, await anAccount(app.app, { username, roles }));
    const body = { name: 'agent', scopes: ['mcp:write'] };
    const tokens = '/user-management/tokens';
    const { json } = await app.call<{ token: string }>('POST', tokens, { body, token: session });
    const client = await McpClient.connect(app.url, json.token, options);
    clients.push(client);
    return client;
  };
  const hashOf = ({ data, text }: ToolAnswer): string => {
    if (typeof data?.['hash'] !== 'string') throw new Error(text);
    return data['hash'];
  };
  const plan = async (
    client: McpClient,
    kind: string,
    request: JsonObject,
    more: JsonObject = {},
  ) => hashOf(await client.call('plan', { kind, request, ...more }));
  const install = async (name: string) => {
    const body = { artifact: anArtifact({ name }) };
    expect((await app.as('admin', 'POST', '/admin/artifacts', { body })).status).toBe(200);
    return name;
  };
  const phraseIn = ({ text }: ToolAnswer) => /types "(apply \d{6})"/.exec(text)?.[1] ?? '';
  const auditOf = async (operation: string, username: string) =>
    (await app.as<Audited>('admin', 'GET', `/audit?operation=${operation}&username=${username}`))
      .json.results;
  const codeOf = ({ data }: ToolAnswer) => (data?.['problem'] as JsonObject | undefined)?.['code'];

  beforeAll(async () => {
    services = await ServicesApp.start('e2e-mcp-changes', {
      env: { OUTBOUND_ALLOW: '127.0.0.1' },
    });
    app = services.app;
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await services.close();
    await devices.close();
  });

  it('are applied by a hash once the person typed the phrase, where the client cannot ask', async () => {
    const client = await connect('ada', { generation: LEGACY });
    const hash = await plan(client, 'package', { name: PACKAGE });
    const asked = await client.call('apply', { hash });
    expect(asked).toMatchObject({ isError: false, data: { about: `package ${PACKAGE}` } });
    expect(await auditOf('installArtifact', 'ada')).toEqual([]);
    const applied = await client.call('apply', { hash, confirmation: phraseIn(asked) });
    expect(applied).toMatchObject({ isError: false });
    expect(await auditOf('installArtifact', 'ada')).toMatchObject([
      { username: 'ada', via: 'mcp' },
    ]);
    const again = await client.call('apply', { hash, confirmation: phraseIn(asked) });
    expect(again).toMatchObject({ isError: true });
    expect(again.text).toContain('no such plan');
  });

  it('are not applied by a phrase that the person was not shown', async () => {
    const client = await connect('bo');
    const hash = await plan(client, 'package', { remove: [await install('@acme/stays')] });
    const { isError, text } = await client.call('apply', { hash, confirmation: 'yes' });
    expect([isError, text]).toEqual([true, expect.stringContaining('the plan is gone')]);
    expect(await client.call('apply', { hash })).toMatchObject({ isError: true });
    expect(await auditOf('installArtifact', 'bo')).toEqual([]);
  });

  it('are applied by whoever planned them, and nobody else', async () => {
    const client = await connect('cy', { person: () => 'yes' });
    const hash = await plan(client, 'package', { remove: [await install('@acme/goes')] });
    const other = await connect('dee', { person: () => 'yes' });
    const foreign = await other.call('apply', { hash });
    expect([foreign.isError, foreign.text]).toEqual([
      true,
      expect.stringContaining('no such plan'),
    ]);
    expect(await client.call('apply', { hash })).toMatchObject({ isError: false });
    expect(await auditOf('installArtifact', 'dee')).toEqual([]);
  });

  it('that would be refused have no hash', async () => {
    const client = await connect('eve');
    const answer = await client.call('plan', { kind: 'package', request: { name: '@no/where' } });
    expect(answer.data?.['hash'] ?? null).toBeNull();
  });

  describe('of devices', () => {
    it('are shown to the person by the client that can ask', async () => {
      const device = await devices.make('asked-1', { type: 'cisco-ios' });
      const seen: string[] = [];
      let says: ReturnType<Person> = 'no';
      const person: Person = (message) => {
        seen.push(message);
        return says;
      };
      const client = await connect('fay', { person });
      const lines = () => plan(client, 'device', { config: CONFIG }, { device: 'asked-1' });
      for (const [said, word] of [
        ['no', 'said no'],
        ['away', 'said no'],
      ] as const) {
        says = said;
        const { isError, text } = await client.call('apply', { hash: await lines() });
        expect([isError, text]).toEqual([true, expect.stringContaining(word)]);
      }
      expect(device.state()).toBeUndefined();
      says = 'yes';
      const applied = await client.call('apply', { hash: await lines(), confirmation: 'ignored' });
      expect(applied).toMatchObject({ isError: false, data: { dryRun: false } });
      expect(device.state()?.running).toContain('hostname renamed');
      expect(seen[0]).toContain('+hostname renamed');
      expect(seen[0]).toContain('device asked-1');
      expect(await auditOf('changeDevice', 'fay')).toMatchObject([{ username: 'fay', via: 'mcp' }]);
      const byRequest = await app.as<Audited>('admin', 'GET', '/audit?operation=putDevice&limit=1');
      expect(byRequest.json.results).toMatchObject([{ via: null }]);
    });

    it('are refused when the device has changed since', async () => {
      await devices.make('stale-1', { type: 'cisco-ios' });
      const client = await connect('gus', { person: () => 'yes' });
      const more = { device: 'stale-1' };
      const hash = await plan(client, 'device', { config: ['hostname late'] }, more);
      const first = await plan(client, 'device', { config: ['hostname early'] }, more);
      expect(await client.call('apply', { hash: first })).toMatchObject({ isError: false });
      const refused = await client.call('apply', { hash });
      expect([refused.isError, codeOf(refused)]).toEqual([true, 'plan-changed']);
    });
  });

  it('of services are dry-run first', async () => {
    await services.adapter('orchestrator');
    const client = await connect('hal', { person: () => 'yes' });
    const request = { instance: { [VPN]: [aVpn('blue')] }, options: {} };
    const hash = await plan(client, 'service', request);
    expect(services.commits()).toEqual([]);
    expect(await client.call('apply', { hash })).toMatchObject({ isError: false });
    expect(services.commits()).toHaveLength(1);
    expect(await auditOf('saveInstances', 'hal')).toMatchObject([{ via: 'mcp' }]);
  });

  it('of jobs are answers of the person to their tasks', async () => {
    const body = { documents: [aManualWorkflow('Look at it')] };
    await app.as('admin', 'POST', '/content/import', { body });
    const started = await app.as<{ data: { _id: string } }>(
      'admin',
      'POST',
      '/operations-manager/jobs/start',
      {
        body: { workflow: 'Look at it' },
      },
    );
    const job = started.json.data._id;
    const client = await connect('ivy');
    const firstTask = async () => {
      const { data } = await client.call('list', { kind: 'task', filter: { job } });
      const [found] = (data?.['items'] ?? []) as [{ _id: string }?];
      return found?._id;
    };
    const task = await eventually(firstTask, (id) => id !== undefined);
    const report = await client.call('job_report', { job });
    expect(report.data).toMatchObject({
      status: 'running',
      tasks: [{ status: 'running', type: 'manual' }],
    });
    expect((await client.call('wait', { job, seconds: 1 })).data).toMatchObject({ ended: false });
    const given = { task: String(task), finish_state: 'success' };
    const asked = await client.call('answer_task', given);
    expect(asked.data).toMatchObject({ about: 'task' });
    const done = await client.call('answer_task', { ...given, confirmation: phraseIn(asked) });
    expect(done).toMatchObject({ isError: false });
    expect((await client.call('wait', { job })).data).toMatchObject({
      ended: true,
      status: 'complete',
    });
    expect(await auditOf('finishManualTask', 'ivy')).toMatchObject([{ via: 'mcp' }]);
  });

  it('are looked at in configurations', async () => {
    const backup = (port: number) => ({
      name: 'edge-9',
      type: 'cisco-ios',
      rawConfig: `hostname edge-9\ninterface Gi0/${String(port)}\n`,
    });
    await app.as('admin', 'POST', '/configuration_manager/backups/import', {
      body: { backups: [backup(1), backup(2)] },
    });
    const client = await connect('joe');
    const found = await client.call('config_search', {
      pattern: 'interface Gi0/2',
      device: 'edge',
    });
    expect(JSON.stringify(found.data)).toContain('edge-9');
    const differ = await client.call('config_diff', { device: 'edge-9' });
    expect(JSON.stringify(differ.data)).toContain('+interface Gi0/2');
  });
});
