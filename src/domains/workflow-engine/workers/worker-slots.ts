/** A place that is kept for an iteration about to be stored is given to others after this. */
const KEPT_MS = 10_000;

/**
 * How much a node takes on at a time: iterations that it works on, and places that it keeps for those
 * that are being stored.
 */
export class WorkerSlots {
  readonly #active = new Set<string>();
  #kept: number[] = [];

  /** @param now milliseconds of a clock that never goes back. */
  constructor(
    private readonly capacity: number,
    private readonly now: () => number,
  ) {}

  /** Ids of the iterations that are worked on. */
  get active(): ReadonlySet<string> {
    return this.#active;
  }

  /** Places that nobody has. */
  get free(): number {
    const now = this.now();
    this.#kept = this.#kept.filter((until) => until > now);
    return Math.max(0, this.capacity - this.#active.size - this.#kept.length);
  }

  /** Keeps a place. @returns false when there is none. */
  keep(): boolean {
    if (this.free === 0) return false;
    this.#kept.push(this.now() + KEPT_MS);
    return true;
  }

  /** A place that was kept is needed, or not needed any more. */
  release(): void {
    this.#kept.shift();
  }

  /** @returns false when it is worked on already. */
  enter(id: string): boolean {
    if (this.#active.has(id)) return false;
    this.#active.add(id);
    return true;
  }

  leave(id: string): void {
    this.#active.delete(id);
  }
}
