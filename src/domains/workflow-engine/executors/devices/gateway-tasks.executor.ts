import { Injectable } from '@nestjs/common';
import { AppError } from '#kernel/app-error.js';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { type Principal } from '#kernel/principal.js';
import { DeviceAutomationService } from '#domains/device-changes/automating/device-automation.service.js';
import { DeviceCommandsService } from '#domains/device-changes/changes/device-commands.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { taskError } from '../../workers/task-errors.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { assertMayDo, type TaskUsers } from '../../workers/task-rights.js';
import { actingPrincipal } from './acting-principal.js';
import { configurationOf, configures, hostsIn, linesIn } from './device-lines.js';
import { failedTask } from './failed-task.js';

const DEADLINE_MS = 2 * 3600 * 1000;
const LINES = ['command', 'config_commands', 'commands', 'config'] as const;

/** What one device said to one command, or to all lines of a configuration. */
interface Said {
  readonly command: string;
  readonly output: string;
  readonly failure: string | null;
}

interface Asked {
  readonly hosts: readonly string[];
  readonly lines: readonly string[];
  readonly principal: Principal;
  readonly users: TaskUsers;
  readonly signal: AbortSignal;
}

/**
 * Commands and configuration on the platform's own devices, as workflows ask gateways for them. Lines that lead into
 * a configuration are pushed as a change of the device, recorded and with a backup; all others may only read.
 */
@Injectable()
export class GatewayTasks implements TaskExecutor {
  readonly name = 'gateway';
  readonly leavesPlatform = true;
  readonly deadlineMs = DEADLINE_MS;

  private readonly works: Readonly<Record<string, (asked: Asked) => Promise<TaskOutcome>>> = {
    'AGManager itential_cli': async (asked) => completed(await this.cli(asked)),
    'AGManager itential_netmiko_set_config': async (asked) => completed(await this.config(asked)),
    'GatewayManager sendConfig': async (asked) => enveloped(await this.config(asked)),
  };

  constructor(
    private readonly commands: DeviceCommandsService,
    private readonly devices: DeviceAutomationService,
  ) {}

  handles({ app, name }: TaskType): boolean {
    return Object.hasOwn(this.works, `${app} ${name}`);
  }

  isIdempotent(): boolean {
    return false;
  }

  async run({ app, name, input, actor, users, signal }: TaskCall): Promise<TaskOutcome> {
    return failedTask(signal, async () => {
      const hosts = hostsIn(input);
      const lines = linesIn(input, ...LINES);
      const asked = { hosts, lines, principal: actingPrincipal(actor), users, signal };
      return (await this.works[`${app} ${name}`]?.(asked)) ?? taskError('unknown task', 'internal');
    });
  }

  private async cli(asked: Asked): Promise<readonly (readonly [string, readonly Said[]])[]> {
    if (configures(asked.lines)) return this.config(asked);
    return onEach(asked, async (host) => {
      const { lines, principal, signal } = asked;
      const answers = await this.commands.runEach(host, lines, principal, signal);
      return answers.map(({ command, output, error, refused }) => ({
        command,
        output,
        failure: error ?? (refused ? 'The device does not take the command' : null),
      }));
    });
  }

  private async config(asked: Asked): Promise<readonly (readonly [string, readonly Said[]])[]> {
    // Also for lines that turned out to configure.
    assertMayDo(asked.users, 'changeDevice');
    const config = configurationOf(asked.lines);
    const command = config.join('\n');
    return onEach(asked, async (host) => {
      const output = await this.devices.configure(host, config, asked.principal);
      return [{ command, output, failure: null }];
    });
  }
}

/** One device after the other; one that fails keeps no other from its turn. */
async function onEach(
  { hosts, lines, signal }: Asked,
  work: (host: string) => Promise<readonly Said[]>,
): Promise<readonly (readonly [string, readonly Said[]])[]> {
  const all: (readonly [string, readonly Said[]])[] = [];
  for (const host of hosts) {
    signal.throwIfAborted();
    try {
      all.push([host, await work(host)]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const places = error.errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
      const failure = [error.detail, ...places].join(': ');
      all.push([host, [{ command: lines.join('\n'), output: '', failure }]]);
    }
  }
  return all;
}

/** As workflows read the answers of automation gateways: by device, each command with its status. */
function completed(all: readonly (readonly [string, readonly Said[]])[]): TaskOutcome {
  const hosts = all.map(([name, said]): JsonObject => ({
    name,
    icode: said.every(({ failure }) => failure === null) ? 'AD.200' : 'AD.500',
    response: said.map(({ command, output, failure }) => ({
      command,
      status: failure === null ? 'SUCCESS' : 'FAILURE',
      results: { stdout: failure ?? output, stdout_lines: (failure ?? output).split('\n') },
    })),
  }));
  return { finish: 'success', output: { completed: hosts } };
}

/** As workflows read the answers of newer gateways; what one device did not take is the task's error. */
function enveloped(all: readonly (readonly [string, readonly Said[]])[]): TaskOutcome {
  const results = all.flatMap(([name, said]) =>
    said.map(({ output, failure }): JsonValue => ({
      name,
      success: failure === null,
      output: failure ?? output,
    })),
  );
  const failed = all.flatMap(([name, said]) => (said.some(({ failure }) => failure) ? [name] : []));
  const status = failed.length === 0 ? 'success' : 'error';
  const output = { status, result: { results } };
  if (failed.length === 0) return { finish: 'success', output };
  const message = `The configuration was not taken by ${failed.join(', ')}`;
  return taskError(message, 'device-refused-change', output);
}
