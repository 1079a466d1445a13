import { describe, expect, it } from 'vitest';
import { conflict } from '#kernel/app-error.js';
import { type JsonObject } from '#kernel/json.js';
import { type Principal, type RoleName } from '#kernel/principal.js';
import { type DeviceAutomationService } from '#domains/device-changes/automating/device-automation.service.js';
import { type DeviceCommandsService } from '#domains/device-changes/changes/device-commands.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskCall } from '../../workers/task-executor.js';
import { GatewayTasks } from './gateway-tasks.executor.js';

const actor = (name: RoleName): Principal => ({
  id: 'a',
  provenance: 'local',
  username: 'ada',
  firstname: '',
  groups: [],
  roles: [
    { id: 'r', provenance: 'platform', name, inheritedFrom: [] },
  ] as unknown as Principal['roles'],
});

/** Two devices, of which `broken` takes nothing; answers what was pushed where. */
function setup(role: RoleName = 'apiwrite') {
  const pushed: (readonly [string, readonly string[]])[] = [];
  const runEach: DeviceCommandsService['runEach'] = (name, commands) =>
    Promise.resolve(
      commands.map((command) => ({
        command,
        output: `${name}: ${command}\nok`,
        error: null,
        refused: command === 'show nothing',
      })),
    );
  const configure: DeviceAutomationService['configure'] = (name, lines) => {
    if (name === 'broken') return Promise.reject(conflict('Device is busy', 'device-busy'));
    pushed.push([name, lines]);
    return Promise.resolve('+ vlan 10');
  };
  const tasks = new GatewayTasks(
    { runEach } as DeviceCommandsService,
    { configure } as DeviceAutomationService,
  );
  const run = (app: string, name: string, input: JsonObject): Promise<TaskOutcome> => {
    const { signal } = new AbortController();
    expect(tasks.handles({ app, name, location: 'Application' })).toBe(true);
    const by = actor(role);
    const users = { actor: by, others: [] };
    return tasks.run({ app, name, input, actor: by, users, signal } as unknown as TaskCall);
  };
  return { pushed, run };
}

describe('tasks of gateways', () => {
  it('run commands that read, and say of each how it went', async () => {
    const { run } = setup();
    const input = { _hosts: ['ios'], _groups: '', command: ['show version', 'show nothing'] };
    expect(await run('AGManager', 'itential_cli', input)).toEqual({
      finish: 'success',
      output: {
        completed: [
          {
            name: 'ios',
            icode: 'AD.500',
            response: [
              {
                command: 'show version',
                status: 'SUCCESS',
                results: {
                  stdout: 'ios: show version\nok',
                  stdout_lines: ['ios: show version', 'ok'],
                },
              },
              expect.objectContaining({ command: 'show nothing', status: 'FAILURE' }),
            ],
          },
        ],
      },
    });
  });

  it('push what leads into a configuration, without the lines around it', async () => {
    const { run, pushed } = setup();
    const command = ['conf t', 'vlan 10\n name users', 'exit', 'end', 'write memory'];
    expect(await run('AGManager', 'itential_cli', { _hosts: 'ios,broken', command })).toMatchObject(
      {
        output: {
          completed: [
            { name: 'ios', icode: 'AD.200', response: [{ status: 'SUCCESS' }] },
            {
              name: 'broken',
              icode: 'AD.500',
              response: [{ status: 'FAILURE', results: { stdout: 'Device is busy' } }],
            },
          ],
        },
      },
    );
    expect(pushed).toEqual([['ios', ['vlan 10', ' name users', 'exit']]]);
    await run('AGManager', 'itential_netmiko_set_config', {
      _hosts: [{ name: 'junos' }],
      config_commands: ['set vlans v10'],
    });
    expect(pushed[1]).toEqual(['junos', ['set vlans v10']]);
  });

  it.each(['show commit changes', 'abort', 'commit check', 'commit confirmed 5', 'rollback 1'])(
    'push nothing where lines try a configuration instead of making it: %s',
    async (line) => {
      const { run, pushed } = setup();
      const command = ['configure terminal', 'vlan 10', line];
      expect(await run('AGManager', 'itential_cli', { _hosts: 'ios', command })).toMatchObject({
        finish: 'error',
        error: { message: expect.stringContaining(line) },
      });
      expect(pushed).toEqual([]);
    },
  );

  it('end in error where a configuration was not taken everywhere, with what each said', async () => {
    const { run } = setup();
    const inventory = [{ inventory: 'lab', nodeNames: ['ios', 'broken'] }];
    const input = { clusterId: 'any', config: 'vlan 10', inventory };
    expect(await run('GatewayManager', 'sendConfig', input)).toMatchObject({
      finish: 'error',
      error: {
        code: 'device-refused-change',
        status: 'error',
        result: { results: [{ name: 'ios', success: true }, { success: false }] },
      },
    });
    const one = { config: 'vlan 10', inventory: 'ios' };
    expect(await run('GatewayManager', 'sendConfig', one)).toEqual({
      finish: 'success',
      output: {
        status: 'success',
        result: { results: [{ name: 'ios', success: true, output: '+ vlan 10' }] },
      },
    });
  });

  it.each<[JsonObject, string]>([
    [{ _hosts: [], command: 'show it' }, '_hosts'],
    [{ _hosts: 'ios', _groups: ['core'], command: 'show it' }, '_groups'],
    [{ _hosts: 'ios', command: [1] }, 'command'],
    [{ _hosts: 'ios', command: '' }, 'command'],
  ])('name what is wrong with what they are given: %j', async (input, name) => {
    const outcome = await setup().run('AGManager', 'itential_cli', input);
    expect(outcome).toMatchObject({ finish: 'error' });
    expect(JSON.stringify(outcome)).toContain(name);
  });

  it('need the role of the operation that does the same', async () => {
    const { run, pushed } = setup('engineering');
    const outcome = await run('GatewayManager', 'sendConfig', { config: 'x', inventory: 'ios' });
    expect(outcome).toMatchObject({ finish: 'error', error: { code: 'task-not-admitted' } });
    expect(pushed).toEqual([]);
  });
});
