/**
 * Does the work for every item, at most `limit` at the same time, in no particular order. The first
 * failure ends it: nothing new is begun, and what is under way is waited for.
 */
export async function forEachLimited<T>(
  items: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = oneByOne(items);
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (!failure) {
      try {
        const next = await iterator.next();
        if (next.done) return;
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (!failure) return;
  await iterator.return();
  throw failure.error;
}

/** A source that is asked for one item at a time, whoever asks: cursors are not made for more. */
async function* oneByOne<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, void> {
  for await (const item of items) yield item;
}
