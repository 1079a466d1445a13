interface Entry<V> {
  readonly readAt: number;
  readonly value: V;
}

/**
 * Remembers values for a short time, and only so many of them. Age counts from the moment reading
 * began, so what is found here was true no longer ago than `ageMaxMs`.
 */
export class FreshCache<V> {
  private readonly entries = new Map<string, Entry<V>>();

  constructor(private readonly bounds: { readonly ageMaxMs: number; readonly sizeMax: number }) {}

  /** The value, unless it is too old at `now`. One from the future was read before the clock went back. */
  get(key: string, now: Date): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    const age = now.getTime() - entry.readAt;
    if (age >= 0 && age < this.bounds.ageMaxMs) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  /** Remembers a value whose reading began at `readAt`; the oldest one makes room. */
  set(key: string, value: V, readAt: Date): void {
    this.entries.delete(key);
    if (this.entries.size >= this.bounds.sizeMax) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    this.entries.set(key, { readAt: readAt.getTime(), value });
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  /** Forgets the key if it still stands for this very value. */
  deleteValue(key: string, value: V): void {
    if (this.entries.get(key)?.value === value) this.entries.delete(key);
  }

  get size(): number {
    return this.entries.size;
  }
}

/**
 * Reads through the cache; callers at the same time share one reading. What is not there, and what
 * failed, is not remembered.
 */
export function readFresh<V>(
  cache: FreshCache<Promise<V | null>>,
  key: string,
  now: Date,
  read: () => Promise<V | null>,
): Promise<V | null> {
  const known = cache.get(key, now);
  if (known) return known;
  const reading = read();
  cache.set(key, reading, now);
  const forget = (): void => {
    cache.deleteValue(key, reading);
  };
  reading.then((value) => {
    if (value === null) forget();
  }, forget);
  return reading;
}
