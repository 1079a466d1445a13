/** How long a count is good for; what begins here meanwhile is counted on top. */
const AGE_MS = 1000;

interface Counted {
  readonly at: number;
  readonly reading: Promise<number>;
  begun: number;
}

/**
 * Says whether one more may run, of those that a key stands for. Looks at the database once a second at
 * most; what other nodes begin within that second may go beyond the limit.
 */
export class RunningCount {
  readonly #counted = new Map<string, Counted>();

  /**
   * @param read how many run, at least up to `max`.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor(
    private readonly read: (key: string, max: number) => Promise<number>,
    private readonly now: () => number,
  ) {}

  /** Counts one more, unless there are `max` already. */
  async admits(key: string, max: number): Promise<boolean> {
    const counted = this.fresh(key, max);
    const running = await counted.reading;
    if (running + counted.begun >= max) return false;
    counted.begun += 1;
    return true;
  }

  private fresh(key: string, max: number): Counted {
    const now = this.now();
    for (const [other, { at }] of this.#counted) {
      if (now - at >= AGE_MS) this.#counted.delete(other);
    }
    const known = this.#counted.get(key);
    if (known) return known;
    const counted = { at: now, reading: this.read(key, max), begun: 0 };
    counted.reading.catch(() => this.#counted.delete(key));
    this.#counted.set(key, counted);
    return counted;
  }
}
