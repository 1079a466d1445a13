/** A command that cannot be done as asked; the message is a sentence for the operator. */
export class CommandError extends Error {
  /** @param exitCode 2 for a command line that makes no sense, 1 for everything else */
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CommandError';
  }
}
