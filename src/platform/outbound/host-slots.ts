/** Lets so many calls run to one host at a time; the others wait in their order. */
export class HostSlots {
  readonly #hosts = new Map<string, { running: number; readonly waiting: Set<() => void> }>();

  constructor(private readonly perHostMax: number) {}

  /** Runs the work when a slot is free. A signal that fires while waiting gives the place up. */
  async run<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#take(host, signal);
    try {
      return await work();
    } finally {
      this.#release(host);
    }
  }

  async #take(host: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const slots = this.#hosts.get(host) ?? { running: 0, waiting: new Set() };
    this.#hosts.set(host, slots);
    if (slots.running < this.perHostMax) {
      slots.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        slots.waiting.delete(enter);
        reject(signal.reason as Error);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      slots.waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The slot goes straight to the next in line, so nobody can slip in between. */
  #release(host: string): void {
    const slots = this.#hosts.get(host);
    if (!slots) return;
    const [next] = slots.waiting;
    if (next) {
      slots.waiting.delete(next);
      next();
      return;
    }
    slots.running -= 1;
    if (slots.running === 0) this.#hosts.delete(host);
  }
}
