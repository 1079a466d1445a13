/** What waits, by whom it is for: each has a turn before anybody has a second one. */
export class RoundRobin<T> {
  readonly #waiting = new Map<string, T>();

  get(key: string): T | undefined {
    return this.#waiting.get(key);
  }

  set(key: string, waiting: T): void {
    this.#waiting.set(key, waiting);
  }

  /** Whoever is next, at the end of the line from now on as long as `take` says that more is left. */
  next(take: (waiting: T) => boolean): void {
    const [first] = this.#waiting;
    if (!first) return;
    const [key, waiting] = first;
    this.#waiting.delete(key);
    if (take(waiting)) this.#waiting.set(key, waiting);
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }
}
