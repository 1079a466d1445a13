import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunDeviceCommandsAnswer } from '../../src/domains/device-changes/changes/device-changes.dto.js';
import { type TemplateResults } from '../../src/domains/content/templates/command-templates.dto.js';
import { addDevice } from '../support/devices-app.js';
import { KnownDevices } from '../support/known-devices.js';
import { type FakeDevice } from '../support/fake-device.js';
import { SSHD_MISSING, startSshdDevice } from '../support/sshd.js';
import { startApp, type TestApp } from '../support/start-app.js';

const REAL_TEMPLATES = join(process.cwd(), '..', 'shared', 'data', 'command-templates');

interface Problem {
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

// Most of them wait for what devices say, and change nothing that others look at.
describe.concurrent('commands on devices', () => {
  let platform: TestApp;
  let ios: FakeDevice;
  const devices = new KnownDevices(() => platform);

  const run = <T = RunDeviceCommandsAnswer>(name: string, commands: unknown) =>
    platform.as<T>('apiwrite', 'POST', `/configuration_manager/devices/${name}/commands`, {
      body: { commands },
    });
  const runTemplate = (template: string, on: readonly string[], variables: object = {}) =>
    platform.as<TemplateResults>('engineering', 'POST', '/mop/RunCommandTemplate', {
      body: { template, variables, devices: on },
    });
  const make = async (mop: object): Promise<void> => {
    const made = await platform.as('apiwrite', 'POST', '/mop/createTemplate', { body: { mop } });
    expect(made.status).toBe(200);
  };

  beforeAll(async () => {
    platform = await startApp('device-commands', { env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    ios = await devices.make('ios', { type: 'cisco-ios' });
    await devices.make('junos', { type: 'juniper-junos' });
  });
  afterAll(async () => {
    await platform.close();
    await devices.close();
  });

  it.skipIf(SSHD_MISSING)('are answered by a device behind a real sshd', async () => {
    const device = await startSshdDevice({ type: 'arista-eos' });
    try {
      await addDevice(platform, 'behind-sshd', device);
      const { json } = await run('behind-sshd', ['show version']);
      expect(json.results[0]?.output).toContain('arista-eos on router1');
    } finally {
      await device.close();
    }
  });

  it('are answered in their order, without secrets', async () => {
    const commands = ['show version', 'show running-config', 'show nothing known'];
    const { status, json, text } = await run('ios', commands);
    expect(status).toBe(200);
    expect(json.results.map(({ command, refused, error }) => [command, refused, error])).toEqual([
      ['show version', false, null],
      ['show running-config', false, null],
      ['show nothing known', true, null],
    ]);
    expect(json.results[0]?.output).toContain('cisco-ios on router1');
    expect(json.results[1]?.output).toContain('snmp-server community <SECRET');
    expect(text).not.toContain('s3cret');
  });

  it.each(['configure terminal', 'reload', 'show run | redirect flash:x', 'show a\nreload', ''])(
    'must only read: %j',
    async (command) => {
      const { status, json } = await run<Problem>('ios', ['show version', command]);
      expect([status, json.errors?.[0]?.pointer]).toEqual([400, '#/commands/1']);
      expect(ios.lines()).not.toContain('configure terminal');
    },
  );

  it('are of devices that are there and answer', async () => {
    expect((await run('absent', ['show version'])).status).toBe(404);
    const down = await devices.make('down', { type: 'cisco-ios' });
    await down.halt();
    const { status, json } = await run<Problem>('down', ['show version']);
    expect([status, json.code]).toEqual([502, 'device-unreachable']);
    const read = '/configuration_manager/devices/down/configuration/native';
    expect((await platform.as('admin', 'GET', read)).status).toBe(502);
    const isAlive = (name: string) =>
      platform.as('apiwrite', 'GET', `/configuration_manager/devices/${name}/isAlive`);
    expect((await isAlive('ios')).json).toEqual({ response: true, name: 'ios' });
    const detail = expect.stringContaining('cannot be reached') as string;
    const dead = { response: false, name: 'down', code: 'device-unreachable', detail };
    expect((await isAlive('down')).json).toEqual(dead);
    expect((await isAlive('absent')).status).toBe(404);
  });

  it('end with the time of the device, and need SSH', async () => {
    const timeouts = { timeouts: { sessionMs: 1000 } };
    await devices.make('silent', { type: 'cisco-ios', behaviour: { silent: true } }, timeouts);
    const late = await run<Problem>('silent', ['show version']);
    expect([late.status, late.json.code]).toEqual([502, 'device-unreachable']);
    // Long enough for the session to be opened on a machine that is busy.
    const longer = { timeouts: { sessionMs: 5000 } };
    const behaviour = { hangs: true };
    const names = ['hanging', 'hanging read', 'hanging text', 'hanging push'] as const;
    await Promise.all(
      names.map((name) => devices.make(name, { type: 'cisco-ios', behaviour }, longer)),
    );
    const pathOf = (name: string) =>
      `/configuration_manager/devices/${encodeURIComponent(name)}/configuration`;
    const body = { config: { config: 'hostname later' } };
    const answers = await Promise.all([
      run('hanging', ['show running-config', 'show version']),
      platform.as('admin', 'GET', pathOf('hanging read')),
      platform.as('admin', 'GET', `${pathOf('hanging text')}/native`),
      platform.as('admin', 'POST', pathOf('hanging push'), { body }),
    ]);
    expect(answers.map(({ status: answered }) => answered)).toEqual([504, 504, 504, 504]);
    const made = { type: 'cisco-ios', adapter: { name: 'absent', device: 'x' } };
    const path = '/configuration_manager/devices/elsewhere';
    expect((await platform.as('admin', 'PUT', path, { body: made })).status).toBe(200);
    const { status, json } = await run<Problem>('elsewhere', ['show version']);
    expect([status, json.code]).toEqual([409, 'device-without-ssh']);
  });

  it('are not read through an adapter that is switched off', async () => {
    const adapter = { name: 'off', baseUrl: 'https://192.0.2.1', enabled: false };
    expect((await platform.as('admin', 'POST', '/adapters', { body: adapter })).status).toBe(200);
    const body = { type: 'cisco-ios', adapter: { name: 'off', device: 'x' } };
    const path = '/configuration_manager/devices/through-it';
    expect((await platform.as('admin', 'PUT', path, { body })).status).toBe(200);
    for (const read of [`${path}/configuration`, `${path}/configuration/text`]) {
      const { status, json } = await platform.as<Problem>('admin', 'GET', read);
      expect([status, json.code]).toEqual([409, 'adapter-disabled']);
    }
  });

  it('say what was answered before a session failed', async () => {
    await devices.make('dies', { type: 'cisco-ios', behaviour: { diesAt: 'show clock' } });
    const { status, json } = await run('dies', ['show version', 'show clock', 'show empty']);
    expect(status).toBe(200);
    expect(json.results.map(({ error }) => error === null)).toEqual([true, false, false]);
  });

  it('are run by templates, on each device by itself', async () => {
    await make({
      name: 'Versions',
      passRule: true,
      commands: [
        {
          command: 'show version',
          passRule: true,
          rules: [{ rule: 'cisco-ios on', eval: 'contains', severity: 'error' }],
        },
        {
          command: 'show echo <!word!>',
          passRule: true,
          rules: [{ rule: '<!word!>', eval: 'contains', severity: 'error' }],
        },
        { command: 'reload', passRule: true, rules: [] },
      ],
    });
    const { status, json } = await runTemplate('Versions', ['ios', 'junos', 'absent'], {
      word: ['one', 'two'],
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ name: 'Versions', all_pass_flag: true, result: false });
    const found = json.commands_results.map(({ evaluated, device, result, error }) => [
      ...[evaluated, device, result],
      error === undefined ? null : error.split(' ')[0],
    ]);
    expect(found).toEqual([
      ['show version', 'absent', false, 'Device'],
      ['show version', 'ios', true, null],
      ['show version', 'junos', false, null],
      ['show echo one', 'absent', false, 'Device'],
      ['show echo one', 'ios', true, null],
      ['show echo one', 'junos', true, null],
      ['show echo two', 'absent', false, 'Device'],
      ['show echo two', 'ios', true, null],
      ['show echo two', 'junos', true, null],
      ['reload', 'absent', false, 'Device'],
      ['reload', 'ios', false, 'The'],
      ['reload', 'junos', false, 'The'],
    ]);
    expect(ios.receipts().some(({ reloaded }) => reloaded)).toBe(false);
  });

  it('are never more than one, whatever a variable holds', async () => {
    await make({ name: 'Injected', commands: [{ command: 'show echo <!word!>', rules: [] }] });
    const hostile = ['a\nreload', 'a\rreload', 'a\vreload', 'a\u2028reload', 'a\u0003reload'];
    const words = [...hostile, 'a | redirect flash:x', 'a ; reload', 'a "\n" | tee x'];
    const { status, json } = await runTemplate('Injected', ['ios'], { word: words });
    expect(status).toBe(200);
    expect(json.commands_results).toHaveLength(words.length);
    for (const { error, result } of json.commands_results)
      expect([error, result]).toEqual([expect.stringMatching(/^The command must|may send/), false]);
    const received = ios.receipts();
    expect(received.some(({ reloaded }) => reloaded)).toBe(false);
    expect(ios.lines().some((line) => /reload|redirect|tee/.test(line))).toBe(false);
  });

  it('are skipped where they lack a variable', async () => {
    await make({ name: 'Lacking', commands: [{ command: 'show <!missing!>', rules: [] }] });
    const { json } = await runTemplate('Lacking', ['ios']);
    expect(json.commands_results).toMatchObject([{ skipped: true, result: false, device: null }]);
  });

  it('are of templates that are there', async () => {
    expect((await runTemplate('absent', ['ios'])).status).toBe(404);
    const many = Array.from({ length: 60 }, (_, at) => String(at));
    await make({ name: 'Too many', commands: [{ command: 'show <!a!> <!b!>', rules: [] }] });
    expect((await runTemplate('Too many', ['ios'], { a: many, b: many })).status).toBe(400);
  });

  const real = existsSync(REAL_TEMPLATES) ? readdirSync(REAL_TEMPLATES).sort() : [];

  it('are those of real templates as well, where there are any', async () => {
    for (const file of real) {
      const text = readFileSync(join(REAL_TEMPLATES, file), 'utf8');
      const imported = await platform.as<{ data: readonly { name: string }[] }>(
        'apiwrite',
        'POST',
        '/mop/createTemplate',
        { body: { mop: JSON.parse(text) as object } },
      );
      expect(imported.status).toBe(200);
      const { name } = JSON.parse(text) as { name: string };
      const variables = Object.fromEntries(
        [...text.matchAll(/<!([^<>!]+)!>/g)].map(([, variable = '']) => [variable, 'x1']),
      );
      const { status, json } = await runTemplate(name, ['ios', 'junos'], variables);
      expect(status).toBe(200);
      expect(json.name).toBe(name);
      for (const { device } of json.commands_results) expect(['ios', 'junos']).toContain(device);
    }
  });
});
