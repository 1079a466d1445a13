/** One package that cannot be read, while the repository around it can. */
export class BrokenPackageError extends Error {
  constructor(
    readonly ref: string,
    readonly reason: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(`${ref}: ${reason}`, options);
    this.name = 'BrokenPackageError';
  }
}
