/** What a device answered to a command. */
export interface CommandOutput {
  readonly command: string;
  /** Without echo, prompt and terminal control sequences; lines end with a line feed. */
  readonly output: string;
  /** True when the device says that it does not know or take the command. */
  readonly refused: boolean;
}

/** `check`: what would change, where the type can tell; `apply`: change and save. */
export type ChangeMode = 'check' | 'apply';

/** What came of a change. */
export interface ChangeOutcome {
  /** In the device's own words; absent where the type knows no candidate configuration. */
  readonly diff?: string;
  /** Everything that the device said on the way. */
  readonly output: string;
}

/**
 * A dialog with one device. Calls run one after the other. After a failure nothing more is sent, and
 * every further call fails as well.
 */
export interface DeviceSession {
  /** Fingerprint of the device's host key, `SHA256:…`. */
  readonly hostKey: string;

  /**
   * Runs one command of one line.
   * @throws AppError `invalid-input` for a command with control characters; `upstream-failed` and
   * `upstream-timeout` (codes `device-dialog-failed`, `device-answer-too-large`).
   */
  run(command: string, options?: { readonly timeoutMs?: number }): Promise<CommandOutput>;

  /**
   * The running configuration, whole, without header and footer of the command.
   * @throws AppError as `run`; `device-dialog-failed` also when its end does not show.
   */
  readConfiguration(): Promise<string>;

  /**
   * Sends lines in configuration mode. At the first line that the device refuses nothing more is
   * sent and nothing is saved; types with a candidate configuration drop it.
   * @throws DeviceRefusal; AppError as `run`; `invalid-input` for lines that would end the
   * configuration mode or commit by themselves.
   */
  change(lines: readonly string[], options: { readonly mode: ChangeMode }): Promise<ChangeOutcome>;

  /** Ends the connection; never fails, and may be called more than once. */
  close(): Promise<void>;
}
