/** Resolves after so many milliseconds. @throws the reason of the signal when that ends first. */
export async function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const ended = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', ended);
      resolve();
    }, ms);
    signal?.addEventListener('abort', ended, { once: true });
  });
}

/** How long to wait before the attempt after this one (0 for the first): grows to 10 s, and is never the same twice. */
export function backoffMs(attempt: number): number {
  return Math.min(10_000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}
