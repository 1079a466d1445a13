interface Waiting<T, R> {
  readonly item: T;
  readonly done: (result: R) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Reads or writes what many callers ask for at a time in one command: while one is under way, the next ones gather. A
 * command that fails is every caller's failure; nothing is tried again here.
 */
export class Batch<T, R> {
  #queue: Waiting<T, R>[] = [];
  #isWriting = false;

  /** @param write answers one result for each item, in their order. */
  constructor(
    private readonly write: (items: readonly T[]) => Promise<readonly R[]>,
    private readonly itemsMax: number,
  ) {}

  /** Resolves with what came of the item. */
  add(item: T): Promise<R> {
    return new Promise<R>((done, failed) => {
      this.#queue.push({ item, done, failed });
      if (!this.#isWriting) void this.#run();
    });
  }

  /** @returns what came of the items, written together with whatever else waits. */
  async addAll(items: readonly T[]): Promise<readonly R[]> {
    return Promise.all(items.map((item) => this.add(item)));
  }

  async #run(): Promise<void> {
    this.#isWriting = true;
    // Callers of one turn of the event loop go together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const taken = this.#queue.slice(0, this.itemsMax);
      this.#queue = this.#queue.slice(this.itemsMax);
      await this.#write(taken);
    }
    this.#isWriting = false;
  }

  async #write(taken: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.write(taken.map(({ item }) => item));
      taken.forEach(({ done }, index) => {
        done(results[index] as R); // one for each item
      });
    } catch (error) {
      for (const { failed } of taken) failed(error);
    }
  }
}

/**
 * Documents by their ids, for many callers together.
 * @param read answers those that there are, in any order.
 */
export function readsById<T extends { readonly _id: string }>(
  read: (ids: readonly string[]) => Promise<readonly T[]>,
  idsMax: number,
): Batch<string, T | undefined> {
  return new Batch(async (ids) => {
    const byId = new Map((await read(ids)).map((document) => [document._id, document]));
    return ids.map((id) => byId.get(id));
  }, idsMax);
}
