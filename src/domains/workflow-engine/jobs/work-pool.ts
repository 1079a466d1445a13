/** Runs work as it comes, so much of it at a time; the rest waits in its order. */
export class WorkPool {
  readonly #waiting: (() => void)[] = [];
  #active = 0;

  constructor(private readonly atOnce: number) {}

  /** What waits or is under way. */
  get size(): number {
    return this.#active + this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#active >= this.atOnce) {
      await new Promise<void>((begin) => this.#waiting.push(begin));
    } else this.#active += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }
}
