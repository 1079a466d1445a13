const REST_MS = 5000;
const KEPT_MAX = 1000;

/** What could not be done keeps out of the way of other things for a while. */
export class DeferredIds {
  readonly #until = new Map<string, number>();

  add(id: string): void {
    if (this.#until.size < KEPT_MAX) this.#until.set(id, performance.now() + REST_MS);
  }

  /** Those that rest now. */
  all(): readonly string[] {
    const now = performance.now();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}
