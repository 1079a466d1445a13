/** One package that cannot be read, while the repository around it can. */
export class BrokenPackageError extends Error {
  /** The registry refuses it, whatever it holds: with other rights it may be read unchanged. */
  readonly isWithheld: boolean;

  constructor(
    readonly ref: string,
    readonly reason: string,
    {
      isWithheld = false,
      ...options
    }: { readonly cause?: unknown; readonly isWithheld?: boolean } = {},
  ) {
    super(`${ref}: ${reason}`, options);
    this.name = 'BrokenPackageError';
    this.isWithheld = isWithheld;
  }
}
