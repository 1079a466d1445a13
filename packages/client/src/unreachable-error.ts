/** The platform could not be reached, or did not answer. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(
    readonly url: string,
    cause: unknown,
  ) {
    super(`${new URL(url).origin} cannot be reached: ${reasonOf(cause)}`, { cause });
  }
}

/** `fetch` hides the reason in causes, and a host with several addresses has several. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  // Node 24 adds what to start it with: that is for whoever starts it.
  return error.message.replace(/; if the root CA is installed locally.*/s, '');
}
