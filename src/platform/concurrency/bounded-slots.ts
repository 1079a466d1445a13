/**
 * Lets so many calls run at a time and so many wait, in their order. What would wait beyond that is
 * turned away at once: a queue without an end only hides that the other system is too slow.
 */
export class BoundedSlots {
  #running = 0;
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly runningMax: number,
    private readonly waitingMax: number,
  ) {}

  /** Nothing runs, and so nothing waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /**
   * Runs the work when a slot is free. A signal that fires while waiting gives the place up.
   * @param full makes the error for who is turned away.
   * @param work is told whether it had to wait: things may have changed meanwhile.
   */
  async run<T>(
    signal: AbortSignal,
    full: () => Error,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T> {
    const hasWaited = await this.#take(signal, full);
    try {
      return await work(hasWaited);
    } finally {
      this.#release();
    }
  }

  async #take(signal: AbortSignal, full: () => Error): Promise<boolean> {
    signal.throwIfAborted();
    if (this.#running < this.runningMax) {
      this.#running += 1;
      return false;
    }
    if (this.#waiting.size >= this.waitingMax) throw full();
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(enter);
        reject(signal.reason as Error);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
    return true;
  }

  /** The slot goes straight to the next in line, so nobody can slip in between. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
