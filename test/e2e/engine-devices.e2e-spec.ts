import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GroupsRepository } from '../../src/domains/user-management/stored/groups.repository.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { chainOf, engineWorkflow, type MadeTask } from '../support/factories/made-workflows.js';
import { KnownDevices } from '../support/known-devices.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type FakeDevice } from '../support/fake-device.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';
const OWLS = 'night shift';

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly variables: JsonObject;
  readonly error: readonly { readonly task: string; readonly message: string }[];
  readonly mocked: readonly string[] | null;
}

/** A task of an application beside the engine; its one result, and its error, become job variables. */
type TaskMaker = (name: string, incoming: JsonObject, variable: string, actor?: string) => MadeTask;
const tasksOf =
  (app: 'MOP' | 'ConfigurationManager' | 'AGManager' | 'GatewayManager'): TaskMaker =>
  (name, incoming, variable, actor = 'job') => ({
    name,
    app,
    type: 'automatic',
    incoming,
    more: { actor },
    outgoing: { result: `$var.job.${variable}` },
    error: `$var.job.${variable}Error`,
  });
const manager = tasksOf('ConfigurationManager');
const commands = tasksOf('MOP');

const UPTIME: JsonObject = { template: 'Uptime', variables: { word: 'w1' }, devices: ['ios'] };
const JUDGED: JsonObject = {
  pre: '$var.job.before',
  post: '$var.job.after',
  variables: {},
  analytic_template_name: 'Same',
};

/** Everything that tasks do with a device, one after the other. */
const EVERYTHING = chainOf('All for the job', [
  manager('isAlive', { name: 'ios' }, 'alive'),
  manager('getDevice', { name: 'ios' }, 'device'),
  manager('getDevicesFiltered', { options: { filter: { name: 'io' } } }, 'found'),
  manager('backUpDevice', { name: 'ios', options: { description: 'By a job' } }, 'kept'),
  {
    name: 'query',
    incoming: { query: 'id', obj: '$var.job.kept' },
    outgoing: { return_data: '$var.job.keptId' },
  },
  manager('getDeviceBackupById', { id: '$var.job.keptId' }, 'text'),
  commands(
    'RunCommand',
    { command: 'show echo <!word!>', variables: { word: 'one' }, device: 'ios' },
    'said',
  ),
  commands(
    'RunCommandDevices',
    { command: 'show version', variables: {}, devices: ['ios'] },
    'versions',
  ),
  commands('RunCommandTemplate', UPTIME, 'before'),
  commands('RunCommandTemplateSingleCommand', { ...UPTIME, commandIndex: 1 }, 'single'),
  commands('RunCommandTemplate', UPTIME, 'after'),
  commands('runAnalyticsTemplate', JUDGED, 'verdict'),
  commands('runAnalyticsTemplateDevices', JUDGED, 'verdicts'),
]);
const FOR_THE_SYSTEM = chainOf('Some for the system', [
  manager('getDevice', { name: 'ios' }, 'device', 'Pronghorn'),
  manager('backUpDevice', { name: 'ios', options: {} }, 'kept', 'Pronghorn'),
  commands('RunCommandTemplate', UPTIME, 'before', 'Pronghorn'),
]);

/** To start jobs, and for what their tasks do. */
const ROLES = ['engineering', 'apiread', 'apiwrite'].map((name) => ({
  provenance: 'platform',
  name,
}));

/** Those that count no sessions wait for their devices at the same time. */
const TOGETHER = { concurrent: true };

describe('tasks of jobs on devices', () => {
  let app: TestApp;
  let ios: FakeDevice;
  let vault: FakeDevice;
  let owl: string;
  let engineer: string;
  const devices = new KnownDevices(() => app);
  let sessionsBefore: readonly number[];

  const made = async <T>(method: string, path: string, body: object): Promise<Answer<T>> => {
    const answer = await app.as<T>('admin', method, path, { body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer;
  };
  const workflow = (automation: JsonObject): Promise<unknown> =>
    made('POST', '/automation-studio/automations', { automation });
  const read = async (id: string): Promise<Job> =>
    (await app.as<{ data: Job }>('engineering', 'GET', `${JOBS}/${id}`)).json.data;
  const started = async (
    name: string,
    options: JsonObject = {},
    token?: string,
  ): Promise<string> => {
    const body = { workflow: name, options };
    const path = `${JOBS}/start`;
    const answer = await app.call<{ data: Job }>('POST', path, { body, token: token ?? engineer });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data._id;
  };
  const ended = async (name: string, options?: JsonObject, token?: string): Promise<Job> => {
    const id = await started(name, options, token);
    return eventually(
      () => read(id),
      ({ status }) => status !== 'running',
    );
  };
  const sessions = (): readonly number[] => [ios.sessions(), vault.sessions()];

  beforeAll(async () => {
    app = await startApp('engine-devices', { env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    ios = await devices.make('ios', { type: 'cisco-ios' });
    engineer = await aSignedInCaller(app.app, { roles: ROLES });
    owl = await aSignedInCaller(app.app, {
      roles: ROLES,
      groups: [OWLS],
    });
    const groups = app.app.get(GroupsRepository, { strict: false });
    const [night] = await groups.findReferred([], [OWLS]);
    const gbac = { read: [night?._id ?? ''], write: [night?._id ?? ''] };
    vault = await devices.make('vault', { type: 'cisco-ios' }, { gbac });
    await made('POST', '/mop/createTemplate', {
      mop: {
        name: 'Uptime',
        passRule: true,
        commands: [
          {
            command: 'show version',
            passRule: true,
            rules: [{ rule: 'cisco-ios on', eval: 'contains', severity: 'error' }],
          },
          { command: 'show echo <!word!>', passRule: true, rules: [] },
        ],
      },
    });
    await made('POST', '/mop/createAnalyticTemplate', {
      template: {
        name: 'Same',
        passRule: true,
        prepostCommands: [
          {
            preRawCommand: 'show version',
            postRawCommand: 'show version',
            passRule: true,
            rules: [{ type: 'matches', preRegex: 'on (\\w+)', postRegex: 'on (\\w+)' }],
          },
        ],
      },
    });
    await workflow(EVERYTHING);
    await workflow(FOR_THE_SYSTEM);
  });
  beforeEach(() => {
    sessionsBefore = sessions();
  });
  afterAll(async () => {
    await app.close();
    await devices.close();
  });

  it('are really done, and their results fit into each other', TOGETHER, async () => {
    const { status, error, variables } = await ended('All for the job');
    expect([status, error]).toEqual(['complete', []]);
    expect(variables).toMatchObject({
      alive: { response: true, name: 'ios' },
      device: { name: 'ios', type: 'cisco-ios' },
      found: { total: 1, list: [{ name: 'ios' }] },
      kept: { status: 'success', name: 'ios', outcome: expect.any(String) },
      text: { name: 'ios', rawConfig: expect.stringContaining('hostname router1') },
      said: { raw: 'show echo <!word!>', evaluated: 'show echo one', device: 'ios', result: true },
      versions: [{ device: 'ios', response: expect.stringContaining('cisco-ios on router1') }],
      before: { name: 'Uptime', result: true, commands_results: [{ result: true }, {}] },
      single: [{ evaluated: 'show echo w1', response: expect.stringContaining('w1') }],
      verdict: { name: 'Same', result: true },
      verdicts: { result: true, prepostCommands: [{ devices: [{ device: 'ios' }] }] },
    });
    expect(JSON.stringify(variables)).not.toContain('PRIVATE KEY');
    expect(JSON.stringify(variables)).not.toContain('s3cret');
  });

  it('are done for the system as well', TOGETHER, async () => {
    const { status, variables } = await ended('Some for the system');
    expect(status).toBe('complete');
    expect(variables).toMatchObject({
      device: { name: 'ios' },
      kept: { status: 'success' },
      before: { result: true, commands_results: [{ device: 'ios' }, { device: 'ios' }] },
    });
  });

  it(
    'and those of gateways push configuration, where the starter may change devices',
    TOGETHER,
    async () => {
      await devices.make('changed', { type: 'cisco-ios' });
      const gateway = tasksOf('AGManager');
      const config = ['configure terminal', 'hostname router9', 'end', 'write memory'];
      await workflow(
        chainOf('By a gateway', [
          gateway('itential_cli', { _hosts: ['changed'], _groups: '', command: config }, 'pushed'),
          gateway('itential_cli', { _hosts: 'changed', command: ['show version'] }, 'read'),
          tasksOf('GatewayManager')(
            'sendConfig',
            {
              clusterId: 'any',
              config: 'hostname router1',
              inventory: [{ nodeNames: ['changed'] }],
            },
            'sent',
          ),
        ]),
      );
      const roles = [
        { provenance: 'platform', name: 'apiwrite' },
        { provenance: 'platform', name: 'engineering' },
      ];
      const writer = await aSignedInCaller(app.app, { roles });
      const { status, error, variables } = await ended('By a gateway', {}, writer);
      expect([status, error]).toEqual(['complete', []]);
      expect(variables).toMatchObject({
        pushed: {
          completed: [
            {
              name: 'changed',
              icode: 'AD.200',
              response: [
                {
                  status: 'SUCCESS',
                  results: { stdout: expect.stringContaining('hostname router9') },
                },
              ],
            },
          ],
        },
        read: { completed: [{ icode: 'AD.200', response: [{ command: 'show version' }] }] },
        sent: { status: 'success', result: { results: [{ name: 'changed', success: true }] } },
      });
      const starter = await aSignedInCaller(app.app, { roles: roles.slice(1) });
      const refused = await ended('By a gateway', {}, starter);
      expect(refused).toMatchObject({
        status: 'error',
        variables: { pushedError: { code: 'task-not-admitted' } },
      });
    },
  );

  describe('that groups guard', () => {
    beforeAll(async () => {
      const template = { template: 'Uptime', variables: { word: 'w' }, devices: ['vault'] };
      const filter = { name: 'vault' };
      const all = (name: string, actor: string): JsonObject =>
        engineWorkflow(
          name,
          {
            a1: manager('getDevice', { name: 'vault' }, 'device', actor),
            a2: manager('isAlive', { name: 'vault' }, 'alive', actor),
            a3: manager('backUpDevice', { name: 'vault', options: {} }, 'kept', actor),
            a4: commands('RunCommandTemplate', template, 'run', actor),
            a5: manager('getDevicesFiltered', { options: { filter } }, 'found', actor),
          },
          ['a1', 'a2', 'a3', 'a4', 'a5'].flatMap((id) => [
            ['start', id],
            [id, 'end'],
          ]),
        );
      await workflow(all('Vault for the job', 'job'));
      await workflow(all('Vault for the system', 'Pronghorn'));
    });

    it.each(['Vault for the job', 'Vault for the system'])(
      'are not reached by whoever may not: %s',
      async (name) => {
        const { variables } = await ended(name);
        const absent = { code: 'not-found', message: "Device 'vault' not found" };
        expect(variables).toMatchObject({
          deviceError: absent,
          aliveError: absent,
          keptError: absent,
          run: { result: false, commands_results: [{ device: 'vault', result: false }, {}] },
          found: { total: 0, list: [] },
        });
        for (const there of ['device', 'alive', 'kept'])
          expect(variables).not.toHaveProperty(there);
        expect(vault.sessions()).toBe(sessionsBefore[1]);
      },
    );

    it('are reached by a member, but not by the system for a member', async () => {
      const own = await ended('Vault for the job', {}, owl);
      expect(own).toMatchObject({
        status: 'complete',
        variables: {
          alive: { response: true },
          kept: { status: 'success' },
          run: { result: true },
          found: { total: 1 },
        },
      });
      const forSystem = await ended('Vault for the system', {}, owl);
      expect(forSystem.variables).toMatchObject({ deviceError: { code: 'not-found' } });
    });

    it('are reached in the name of whoever finished a manual task', async () => {
      await workflow(
        engineWorkflow(
          'Vault by a person',
          {
            a1: {
              name: 'ViewData',
              type: 'manual',
              incoming: { header: 'Go?', btn_success: 'Go', btn_failure: 'No' },
              more: { view: '/workflow_engine/task/ViewData' },
            },
            b2: manager('isAlive', { name: 'vault' }, 'alive', 'a1'),
          },
          [
            ['start', 'a1'],
            ['a1', 'b2'],
            ['b2', 'end'],
          ],
        ),
      );
      const finished = async (token: string): Promise<Job> => {
        const id = await started('Vault by a person');
        const open = await eventually(
          async () =>
            (
              await app.call<{ data: readonly { _id: string }[] }>(
                'GET',
                `/operations-manager/tasks?job=${id}`,
                { token },
              )
            ).json.data,
          (tasks) => tasks.length === 1,
        );
        const path = `/operations-manager/tasks/${open[0]?._id ?? ''}`;
        await app.call('POST', `${path}/claim`, { token });
        const done = await app.call('POST', `${path}/finish`, {
          token,
          body: { finish_state: 'success' },
        });
        if (done.status !== 200) throw new Error(done.text);
        return eventually(
          () => read(id),
          ({ status }) => status !== 'running',
        );
      };
      expect((await finished(owl)).variables).toMatchObject({ alive: { response: true } });
      const other = await aSignedInCaller(app.app, {
        roles: ROLES,
      });
      expect((await finished(other)).variables).toMatchObject({
        aliveError: { code: 'not-found' },
      });
    });
  });

  it('open no session in a test run, which names what was mocked', async () => {
    const judged = { result: true, commands_results: [] };
    const own = { finish: 'success', output: judged };
    const kept = { finish: 'success', output: { id: 'x' } };
    const mocks = { '4': kept, '9': own, b: own };
    const { status, mocked, variables } = await ended('All for the job', { mocks });
    expect(sessions()).toEqual(sessionsBefore);
    expect(mocked).toEqual(['1', '2', '3', '4', '6', '7', '8', '9', 'a', 'b']);
    expect(variables).toMatchObject({ before: judged, kept: { id: 'x' }, alive: {} });
    expect(status).toBe('complete');
  });

  it('may do without a document that is absent in a test run, and name it', async () => {
    const outputs = { commands_results: [] };
    const incoming = { pre: outputs, post: outputs, variables: {}, analytic_template_name: 'Gone' };
    await workflow(chainOf('Compares', [commands('runAnalyticsTemplate', incoming, 'verdict')]));
    const really = await ended('Compares');
    expect([really.status, really.variables['verdictError']]).toMatchObject([
      'error',
      { code: 'not-found' },
    ]);
    const { status, mocked } = await ended('Compares', { mocks: {} });
    expect([status, mocked]).toEqual(['complete', ['1']]);
  });

  it('say what a device that does not answer, or a wrong input, made of them', async () => {
    await devices.make('down', { type: 'cisco-ios' }).then((device) => device.halt());
    await workflow(
      engineWorkflow(
        'Fails',
        {
          a1: manager('isAlive', { name: 'down' }, 'alive'),
          a2: manager('backUpDevice', { name: 'down', options: {} }, 'kept'),
          a3: commands('RunCommand', { command: 'reload', variables: {}, device: 'ios' }, 'reload'),
          a4: commands('RunCommandTemplate', { template: 'Gone', devices: ['ios'] }, 'gone'),
          a5: commands('RunCommandTemplate', { template: 'Uptime', devices: [] }, 'nowhere'),
          a6: commands('RunCommand', { command: 'show version', device: '' }, 'nameless'),
        },
        ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].flatMap((id) => [
          ['start', id],
          [id, 'end'],
        ]),
      ),
    );
    const { variables } = await ended('Fails');
    expect(variables).toMatchObject({
      alive: { response: false, name: 'down', code: 'device-unreachable' },
      keptError: { code: 'device-unreachable' },
      reload: { device: 'ios', result: false, error: expect.stringMatching(/^The command must/) },
      goneError: { code: 'not-found' },
      nowhere: { result: false, commands_results: [{ device: null }, { skipped: true }] },
      namelessError: { code: 'invalid-input', message: expect.stringContaining('devices') },
    });
    expect(ios.receipts().some(({ reloaded }) => reloaded)).toBe(false);
  });
});
