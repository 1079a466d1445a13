/** Bounds of the queue, in items; how long to wait before a failed write is tried again. */
export interface GroupCommitBounds {
  readonly batchMax: number;
  readonly queueMax: number;
  readonly retryMs: number;
}

interface Waiting<T> {
  readonly items: readonly T[];
  readonly settle: { readonly done: () => void; readonly failed: (error: unknown) => void };
}

/**
 * Writes items of many callers together and in their order: while one write is under way the next
 * ones gather. A caller whose write fails is told so; the items stay in front and are tried again, the
 * same batch until it succeeds.
 */
export class GroupCommit<T> {
  readonly #queue: Waiting<T>[] = [];
  #batch: readonly Waiting<T>[] = [];
  #queued = 0;
  #work: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  /** @param write is called again with an equal batch after it failed, and must not add twice. */
  constructor(
    private readonly write: (items: readonly T[]) => Promise<void>,
    private readonly bounds: GroupCommitBounds,
  ) {}

  /** Items that are not written yet. */
  get size(): number {
    return this.#queued;
  }

  /** False when the queue has no room for so many. */
  hasRoom(count: number): boolean {
    return this.#queued + count <= this.bounds.queueMax;
  }

  /** Resolves when the items are written; rejects when the first try fails, and tries on. */
  add(items: readonly T[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queued += items.length;
      this.#queue.push({ items, settle: { done: resolve, failed: reject } });
      if (this.#retry === undefined) this.#begin();
    });
  }

  /** Writes what waits now, once more if it failed before. Rejects when it fails again. */
  async flush(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#begin();
    await this.#work;
    if (this.#queued > 0) throw new Error(`${this.#queued} entries are not written`);
  }

  #begin(): void {
    this.#work ??= this.#run();
  }

  async #run(): Promise<void> {
    // Callers of one turn of the event loop go together.
    await Promise.resolve();
    while (this.#queued > 0) {
      if (this.#batch.length === 0) this.#batch = this.#take();
      const items = this.#batch.flatMap((waiting) => waiting.items);
      try {
        await this.write(items);
      } catch (error) {
        this.#fail(error);
        break;
      }
      const written = this.#batch;
      this.#batch = [];
      this.#queued -= items.length;
      for (const { settle } of written) settle.done();
    }
    // In the turn in which the loop ended: whatever is added from now on begins another run.
    this.#work = undefined;
  }

  /** Nobody waits for a database that is away; the items do. */
  #fail(error: unknown): void {
    for (const { settle } of [...this.#batch, ...this.#queue]) settle.failed(error);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#begin();
    }, this.bounds.retryMs);
    this.#retry.unref();
  }

  #take(): readonly Waiting<T>[] {
    let count = 0;
    let size = 0;
    for (const { items } of this.#queue) {
      if (count > 0 && size + items.length > this.bounds.batchMax) break;
      count += 1;
      size += items.length;
    }
    return this.#queue.splice(0, count);
  }
}
