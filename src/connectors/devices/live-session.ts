import { dialogFailed } from './device-failures.js';
import {
  type ChangeMode,
  type ChangeOutcome,
  type CommandOutput,
  type DeviceSession,
} from './device-session.js';
import { type Cli } from './dialog/cli.js';
import { assertCommand } from './dialog/command-line.js';
import { runChange } from './dialog/change-run.js';
import { isRefusal, joined } from './dialog/output-lines.js';
import { type DeviceType } from './types/device-type.js';

/** What a session needs to know beside its dialog. */
export interface SessionFrame {
  readonly host: string;
  readonly hostKey: string;
  readonly commandTimeoutMs: number;
  readonly sessionTimeoutMs: number;
  readonly close: () => Promise<void>;
}

/** A session over an open dialog. */
export class LiveSession implements DeviceSession {
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly cli: Cli,
    private readonly type: DeviceType,
    private readonly frame: SessionFrame,
  ) {}

  get hostKey(): string {
    return this.frame.hostKey;
  }

  run(command: string, options: { readonly timeoutMs?: number } = {}): Promise<CommandOutput> {
    return this.#inTurn(async () => {
      assertCommand(command);
      const timeoutMs = options.timeoutMs ?? this.frame.commandTimeoutMs;
      const { lines } = await this.cli.exchange({ command, timeoutMs });
      const refused = isRefusal(lines, this.type.dialog);
      return { command, output: joined(lines), refused };
    });
  }

  readConfiguration(): Promise<string> {
    return this.#inTurn(async () => {
      const { command, header, end = 'probe' } = this.type.configuration;
      const { lines } = await this.cli.exchange({
        command,
        end,
        timeoutMs: this.frame.sessionTimeoutMs,
        silenceMs: this.frame.commandTimeoutMs,
      });
      if (isRefusal(lines, this.type.dialog))
        throw dialogFailed(this.frame.host, 'it refuses to show its configuration');
      const first = lines.findIndex((line) => !header.some((one) => one.test(line.trimEnd())));
      if (first < 0) throw dialogFailed(this.frame.host, 'it shows no configuration');
      return joined(lines.slice(first));
    });
  }

  change(
    lines: readonly string[],
    { mode }: { readonly mode: ChangeMode },
  ): Promise<ChangeOutcome> {
    return this.#inTurn(() =>
      runChange(this.cli, this.type, {
        lines,
        mode,
        timeoutMs: this.frame.commandTimeoutMs,
      }),
    );
  }

  close(): Promise<void> {
    return this.frame.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
