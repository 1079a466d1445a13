/** Lets work of one key happen one after the other, in the order in which it came; others go beside it. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work when it is its turn; the work before it may have failed. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = before ? before.then(work, work) : work();
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
