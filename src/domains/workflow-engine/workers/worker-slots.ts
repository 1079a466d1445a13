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

  get isHalfFree(): boolean {
    return this.free * 2 >= this.capacity;
  }

  /** Keeps places, as many as there are of these. @returns how many. */
  keep(wanted = 1): number {
    const count = Math.min(wanted, this.free);
    for (let kept = 0; kept < count; kept += 1) this.#kept.push(this.now() + KEPT_MS);
    return count;
  }

  /** Places that were kept are needed, or not needed any more. */
  release(count = 1): void {
    this.#kept.splice(0, count);
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
