/** What a command reads and writes: the process hands in its own, tests hand in others. */
export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Ends when the person presses Ctrl-C. */
  readonly signal: AbortSignal;
}
