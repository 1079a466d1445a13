/** How long a count is good for; what begins here meanwhile is counted on top. */
const AGE_MS = 1000;

interface Counted {
  readonly at: number;
  readonly reading: Promise<number>;
  /** Begun here since. */
  begun: number;
  isRead: boolean;
}

/**
 * Says whether one more may run, of those that a key stands for; or whether so much more may be stored. Looks
 * at the database once a second, and before it refuses; what other nodes begin at the same time may go beyond
 * the limit.
 */
export class RunningCount {
  readonly #counted = new Map<string, Counted>();
  /** Those that are let in and not stored yet. */
  readonly #entering = new Map<string, number>();

  /**
   * @param read how many run, at least up to `max`.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor(
    private readonly read: (key: string, max: number) => Promise<number>,
    private readonly now: () => number,
  ) {}

  /** Lets so many more in, unless they are more than `max`. @returns what tells that they are stored, or will not be. */
  async enter(key: string, max: number, more = 1): Promise<(() => void) | undefined> {
    for (const isAnew of [false, true]) {
      const counted = this.counted(key, max, isAnew);
      const running = await counted.reading;
      if (running + counted.begun + this.entering(key) + more > max) continue;
      this.#entering.set(key, this.entering(key) + more);
      return () => {
        this.leave(key, more);
      };
    }
    return undefined;
  }

  private leave(key: string, more: number): void {
    const counted = this.#counted.get(key);
    if (counted) counted.begun += more;
    const left = this.entering(key) - more;
    if (left === 0) this.#entering.delete(key);
    else this.#entering.set(key, left);
  }

  private entering(key: string): number {
    return this.#entering.get(key) ?? 0;
  }

  private counted(key: string, max: number, isAnew: boolean): Counted {
    const now = this.now();
    for (const [other, { at }] of this.#counted) {
      if (now - at >= AGE_MS) this.#counted.delete(other);
    }
    const known = this.#counted.get(key);
    // Many that are about to be refused look once together.
    if (known && !(isAnew && known.isRead)) return known;
    const counted: Counted = { at: now, reading: this.read(key, max), begun: 0, isRead: false };
    counted.reading.then(
      () => (counted.isRead = true),
      () => this.#counted.delete(key),
    );
    this.#counted.set(key, counted);
    return counted;
  }
}
