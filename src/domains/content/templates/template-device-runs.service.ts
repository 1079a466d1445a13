import { Injectable } from '@nestjs/common';
import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ownList } from '../../../kernel/json-reading.js';
import { type Principal } from '../../../kernel/principal.js';
import { type WorkerCaller } from '../../../platform/workers/worker-pool.js';
import { DeviceCommandsService } from '#domains/device-changes/changes/device-commands.service.js';
import { templateCommands } from '../../../cores/command-templates/template-commands.js';
import { type Variables } from '../../../cores/command-templates/variables.js';
import { TemplateRunsService } from './template-runs.service.js';
import { TemplatesService } from './templates.service.js';

/** A command template, and where it is run. */
export interface DeviceRun {
  /** Name of the template; its id does as well. */
  readonly template: string;
  readonly variables: Variables;
  /** Names of devices. */
  readonly devices: readonly string[];
  /** Ends it: no session is opened any more. */
  readonly signal?: AbortSignal;
  /** Who is counted for judging what they answer; when absent, whoever asks. */
  readonly caller?: WorkerCaller;
}

/** What became of a command on a device. */
export interface CommandOnDevice {
  readonly command: string;
  readonly device: string;
  readonly response: string;
  /** Why there is no answer; absent where there is one. */
  readonly failure?: string;
}

const DEVICES_AT_ONCE = 8;

/** Runs the commands of templates on devices and judges what these answer. */
@Injectable()
export class TemplateDeviceRunsService {
  constructor(
    private readonly templates: TemplatesService,
    private readonly runs: TemplateRunsService,
    private readonly commands: DeviceCommandsService,
  ) {}

  /**
   * Results of a template on devices. A device that is absent or does not answer fails for itself.
   * @throws AppError `not-found` for the template; `invalid-input` for too many commands; the reason of the
   *   signal.
   */
  async run({ template, ...on }: DeviceRun, principal: Principal): Promise<JsonObject> {
    const { document } = await this.templates.get('mop-template', template);
    return this.runDocument(document, on, principal);
  }

  /** The same of one of its commands alone, by its number from 0. @throws AppError `invalid-input` for none. */
  async runSingle(
    { template, ...on }: DeviceRun,
    commandIndex: number,
    principal: Principal,
  ): Promise<JsonObject> {
    const { document } = await this.templates.get('mop-template', template);
    const command = ownList(document, 'commands')[commandIndex];
    if (command === undefined)
      throw invalidInput([
        { pointer: '#/commandIndex', detail: 'must be the number of a command' },
      ]);
    return this.runDocument({ ...document, commands: [command] }, on, principal);
  }

  /** The same of a template that is not stored. @throws AppError `invalid-input` for too many commands. */
  async runDocument(
    template: JsonObject,
    { variables, devices, signal, caller }: Omit<DeviceRun, 'template'>,
    principal: Principal,
  ): Promise<JsonObject> {
    const wanted = templateCommands(template, variables);
    if (wanted.kind === 'too-many')
      throw invalidInput([{ pointer: '#/variables', detail: wanted.detail }]);
    const answers = await this.onAll(devices, wanted.commands, { principal, signal });
    const results = answers.map((answer): JsonObject => ({ ...answer }));
    return this.runs.evaluateDocument({ template, variables, results }, caller ?? principal.id);
  }

  /** What devices answer to one command that only reads, in no order. */
  async runCommand(
    command: string,
    devices: readonly string[],
    principal: Principal,
  ): Promise<readonly CommandOnDevice[]> {
    return this.onAll(devices, [command], { principal, signal: undefined });
  }

  private async onAll(
    devices: readonly string[],
    commands: readonly string[],
    as: { principal: Principal; signal: AbortSignal | undefined },
  ): Promise<readonly CommandOnDevice[]> {
    const open = [...new Set(devices)];
    const results: CommandOnDevice[] = [];
    const work = async (): Promise<void> => {
      for (let device = open.shift(); device !== undefined; device = open.shift()) {
        const answers = await this.onDevice(device, commands, as);
        as.signal?.throwIfAborted();
        results.push(...answers);
      }
    };
    await Promise.all(Array.from({ length: DEVICES_AT_ONCE }, work));
    return results;
  }

  private async onDevice(
    device: string,
    commands: readonly string[],
    { principal, signal }: { principal: Principal; signal: AbortSignal | undefined },
  ): Promise<readonly CommandOnDevice[]> {
    try {
      const answers = await this.commands.runEach(device, commands, principal, signal);
      return answers.map(({ command, output, error }) => ({
        command,
        device,
        response: output,
        ...(error !== null && { failure: error }),
      }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { detail: failure } = error;
      return commands.map((command) => ({ command, device, response: '', failure }));
    }
  }
}
