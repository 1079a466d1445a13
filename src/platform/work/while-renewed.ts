/** How a lease is kept while its work goes on. */
export interface Renewal {
  readonly everyMs: number;
  /** @returns false when somebody else has the work by now. */
  readonly renew: () => Promise<boolean>;
  /** What the work is ended with that lost its lease. */
  readonly lost?: () => Error;
}

/**
 * Does work and renews its lease meanwhile; the signal says that the lease is lost. A renewal that fails is made up
 * for by the next: whoever takes the work while the database is away makes that one find nothing.
 */
export async function whileRenewed<T>(
  { everyMs, renew, lost = () => new Error('somebody else has the work') }: Renewal,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const beat = async (): Promise<void> => {
    if (!(await renew().catch(() => true))) end.abort(lost());
  };
  // The next beat does not wait for the one before: that may hang on a connection that is dead.
  const timer = setInterval(() => void beat(), everyMs);
  // Work that hangs must not keep a process alive that wants to end.
  timer.unref();
  try {
    return await work(end.signal);
  } finally {
    clearInterval(timer);
  }
}
