import { isJsonObject, type JsonValue } from '../../kernel/json.js';

/** What a device answered to a command. */
export interface CommandOutput {
  readonly response: string;
  /** Why the command was not run, by whoever should have run it. */
  readonly failure?: string;
  /** As it was given. */
  readonly given: Readonly<Record<string, JsonValue>>;
}

/** Outputs of one command, by device; those that name none stand under null. */
export type OutputsByDevice = ReadonlyMap<string | null, readonly CommandOutput[]>;

const NONE: OutputsByDevice = new Map();

/** The outputs of a run, found by command and device. */
export class CommandOutputs {
  private readonly byCommand = new Map<string, Map<string | null, CommandOutput[]>>();
  /** Devices that any output names. */
  readonly devices = new Set<string>();

  /** @param commandKeys where an output says what its command was; any of them may be what is looked for. */
  constructor(results: readonly unknown[], commandKeys: readonly string[]) {
    for (const result of results) if (isJsonObject(result)) this.add(result, commandKeys);
  }

  of(command: string): OutputsByDevice {
    return this.byCommand.get(command) ?? NONE;
  }

  private add(given: Record<string, JsonValue>, commandKeys: readonly string[]): void {
    const device = deviceOf(given['device']);
    if (device !== null) this.devices.add(device);
    const failure = given['failure'];
    const output = {
      response: responseOf(given['response']),
      ...(typeof failure === 'string' && { failure }),
      given,
    };
    const commands = commandKeys.map((key) => given[key]);
    for (const command of new Set(commands))
      if (typeof command === 'string') this.place(command, device, output);
  }

  private place(command: string, device: string | null, output: CommandOutput): void {
    let byDevice = this.byCommand.get(command);
    if (!byDevice) {
      byDevice = new Map<string | null, CommandOutput[]>();
      this.byCommand.set(command, byDevice);
    }
    const outputs = byDevice.get(device);
    if (outputs) outputs.push(output);
    else byDevice.set(device, [output]);
  }
}

/** The one output among those of a device, or why there is no such one. */
export type OneOutput =
  | { readonly kind: 'output'; readonly output: CommandOutput }
  | { readonly kind: 'none' }
  | { readonly kind: 'several' };

/** The output of a device. */
export function oneOutput(outputs: OutputsByDevice, device: string | null): OneOutput {
  const [output, ...others] = outputs.get(device) ?? [];
  if (!output) return { kind: 'none' };
  return others.length > 0 ? { kind: 'several' } : { kind: 'output', output };
}

function deviceOf(device: JsonValue | undefined): string | null {
  if (typeof device === 'string') return device === '' ? null : device;
  return typeof device === 'number' ? String(device) : null;
}

function responseOf(response: JsonValue | undefined): string {
  if (typeof response === 'string') return response;
  return response === undefined || response === null ? '' : JSON.stringify(response);
}
