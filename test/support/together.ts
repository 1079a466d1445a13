/**
 * A test over many cases at once: what each of them waits for is waited for together. A case that fails is
 * named in the message.
 */
export function together<T>(
  cases: readonly T[],
  name: (one: T) => string,
  work: (one: T) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const results = await Promise.allSettled(cases.map(work));
    for (const [at, one] of cases.entries()) {
      const result = results[at];
      if (result?.status !== 'rejected') continue;
      const reason: unknown = result.reason;
      if (reason instanceof Error) reason.message = `${name(one)}: ${reason.message}`;
      throw reason;
    }
  };
}
