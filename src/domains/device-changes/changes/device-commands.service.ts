import { Injectable } from '@nestjs/common';
import { type DeviceSession } from '../../../connectors/devices/device-session.js';
import { deviceText } from '../../../connectors/devices/types/device-types.js';
import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { DeviceSessionsService } from '#domains/devices/inventory/device-sessions.service.js';
import { DevicesService } from '#domains/devices/inventory/devices.service.js';
import { bounded } from './bounded-text.js';
import { ChangeMask } from './change-mask.js';
import { OUTPUT_SECRETS } from './output-secrets.js';
import { readOnlyRefusal } from './read-only-commands.js';
import { sshType } from './ssh-type.js';

const ANSWERS_BYTES_MAX = 4 * 1024 * 1024;
const ANSWER_BYTES_MAX = 1024 * 1024;

/** What a device answered to a command; secrets are masked. */
export interface DeviceAnswered {
  readonly command: string;
  readonly output: string;
  /** The device does not know or take the command. */
  readonly refused: boolean;
  /** Why there is no output; null where there is. */
  readonly error: string | null;
}

/** Runs commands that only read on devices. */
@Injectable()
export class DeviceCommandsService {
  constructor(
    private readonly devices: DevicesService,
    private readonly sessions: DeviceSessionsService,
  ) {}

  /**
   * Runs commands one after the other. One that fails in the dialog ends the session: the rest is not run.
   * @throws AppError `not-found`; `invalid-input` for commands that do more than read, with pointers below
   *   `#/commands`; `conflict`, `upstream-failed`, `upstream-timeout` where no session can be opened.
   */
  async run(
    name: string,
    commands: readonly string[],
    principal: Principal,
  ): Promise<readonly DeviceAnswered[]> {
    const device = await this.devices.get(name, principal);
    const type = sshType(device);
    const faults = commands.flatMap((command, at) => {
      const detail = readOnlyRefusal(type, command);
      return detail === undefined ? [] : [{ pointer: `#/commands/${at}`, detail }];
    });
    if (faults.length > 0) throw invalidInput(faults);
    return this.runAll(device, commands);
  }

  /**
   * The same, where what does more than read is an outcome of its own and keeps no other from being run.
   * @param signal ends the session, or keeps it from being opened.
   */
  async runEach(
    name: string,
    commands: readonly string[],
    principal: Principal,
    signal?: AbortSignal,
  ): Promise<readonly DeviceAnswered[]> {
    const device = await this.devices.get(name, principal);
    const type = sshType(device);
    const refusals = new Map(commands.map((one) => [one, readOnlyRefusal(type, one)]));
    const legal = commands.filter((command) => refusals.get(command) === undefined);
    const answers = legal.length === 0 ? [] : await this.runAll(device, legal, signal);
    const answered = new Map(answers.map((one) => [one.command, one]));
    return commands.map((command) => {
      const refusal = refusals.get(command);
      return answered.get(command) ?? missing(command, `The command ${refusal ?? 'was not run'}`);
    });
  }

  private async runAll(
    device: Device,
    commands: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly DeviceAnswered[]> {
    const answers: DeviceAnswered[] = [];
    const mask = new ChangeMask([...OUTPUT_SECRETS, ...deviceText(device.type).secrets]);
    const work = async (session: DeviceSession): Promise<void> => {
      let room = ANSWERS_BYTES_MAX;
      for (const command of commands) {
        if (room <= 0) return;
        const { output, refused } = await session.run(command.trim());
        room -= Buffer.byteLength(output);
        const shown = bounded(await mask.text(output), ANSWER_BYTES_MAX);
        answers.push({ command, output: shown, refused, error: null });
      }
    };
    let failure = 'There is no room for more output';
    try {
      await this.sessions.within(device, work, { limitBytes: ANSWER_BYTES_MAX, signal });
    } catch (error) {
      if (!(error instanceof AppError) || answers.length === 0) throw error;
      failure = error.detail;
    }
    const rest = commands.slice(answers.length).map((command) => missing(command, failure));
    return [...answers, ...rest];
  }
}

function missing(command: string, error: string): DeviceAnswered {
  return { command, output: '', refused: false, error };
}
