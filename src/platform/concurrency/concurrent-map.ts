import { setMaxListeners } from 'node:events';

/**
 * The results of some work for each item, in the order of the items, with up to `ahead` of them under
 * way at a time. Work that fails fails the listing when its turn comes; whoever stops listening
 * aborts what is under way and waits for it.
 */
export async function* concurrentMap<T, R>(
  items: Iterable<T>,
  options: { readonly ahead: number; readonly signal: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<R>,
): AsyncGenerator<R> {
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  expectListeners(signal);
  const iterator = items[Symbol.iterator]();
  const underWay: Promise<R>[] = [];
  const begin = (): boolean => {
    const next = iterator.next();
    if (next.done) return false;
    const result = work(next.value, signal);
    // Its failure is told in its turn, or to nobody.
    result.catch(() => undefined);
    underWay.push(result);
    return true;
  };
  try {
    for (;;) {
      while (underWay.length < options.ahead && begin());
      const [first] = underWay;
      if (!first) return;
      yield await first;
      void underWay.shift();
    }
  } finally {
    left.abort(new Error('nobody listens any more'));
    await Promise.allSettled(underWay);
  }
}

/** Every call under way listens to the one signal: many listeners are no leak here. */
export function expectListeners(signal: AbortSignal): void {
  setMaxListeners(0, signal);
}
