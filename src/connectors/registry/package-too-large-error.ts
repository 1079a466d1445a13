/** A package that is larger than its reader would take, and may be one that its registry does read. */
export class PackageTooLargeError extends Error {
  constructor(
    readonly ref: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(`${ref} is larger than was asked for`, options);
    this.name = 'PackageTooLargeError';
  }
}
