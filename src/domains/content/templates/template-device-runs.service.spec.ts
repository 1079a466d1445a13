import { describe, expect, it } from 'vitest';
import { AppError } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { type DeviceCommandsService } from '#domains/device-changes/changes/device-commands.service.js';
import { TemplateDeviceRunsService } from './template-device-runs.service.js';
import { type TemplateRunsService } from './template-runs.service.js';
import { type TemplatesService } from './templates.service.js';

const ADA = { username: 'ada' } as unknown as Principal;
const TEMPLATE = { name: 'clock', commands: [{ command: 'show clock', rules: [] }] };
const DEVICES = Array.from({ length: 20 }, (_, at) => `router ${String(at)}`);
const AT_ONCE = 8;

describe('TemplateDeviceRunsService', () => {
  /** Runs a template until the signal ends it; none of the devices answers. */
  function setup(signal: AbortSignal, onEach: () => void = () => undefined) {
    const reached: string[] = [];
    const runEach: DeviceCommandsService['runEach'] = async (
      device,
      _commands,
      _principal,
      given,
    ) => {
      reached.push(device);
      expect(given).toBe(signal);
      await Promise.resolve();
      onEach();
      throw new AppError('upstream-failed', 'The device does not answer');
    };
    const runs = new TemplateDeviceRunsService(
      {} as TemplatesService,
      { evaluateDocument: () => Promise.resolve({}) } as unknown as TemplateRunsService,
      { runEach } as DeviceCommandsService,
    );
    const run = runs.runDocument(TEMPLATE, { variables: {}, devices: DEVICES, signal }, ADA);
    return { reached, run };
  }

  it('reaches every device, also after some that do not answer', async () => {
    const { reached, run } = setup(new AbortController().signal);
    await run;
    expect(reached).toEqual(DEVICES);
  });

  it('reaches no further device once it is ended, and hands the end on to open sessions', async () => {
    const ending = new AbortController();
    const { reached, run } = setup(ending.signal, () => {
      ending.abort(new Error('canceled'));
    });
    await expect(run).rejects.toThrow('canceled');
    await new Promise(setImmediate);
    expect(reached).toEqual(DEVICES.slice(0, AT_ONCE));
  });
});
