import { RoundRobin } from './round-robin.js';

/** For whom work is done: in whose name, and for which family of jobs. */
export interface WorkOwner {
  readonly rootStarter: string;
  readonly rootId: string;
}

/**
 * Runs work as it comes, so much of it at a time. The rest waits: those who started families take turns, and
 * of each their families do.
 */
export class WorkPool {
  readonly #waiting = new RoundRobin<RoundRobin<(() => void)[]>>();
  #active = 0;

  constructor(private readonly atOnce: number) {}

  async run<T>(of: WorkOwner, work: () => Promise<T>): Promise<T> {
    if (this.#active >= this.atOnce) {
      await new Promise<void>((begin) => {
        this.#add(of, begin);
      });
    } else this.#active += 1;
    try {
      return await work();
    } finally {
      if (this.#waiting.isEmpty) this.#active -= 1;
      else this.#beginNext();
    }
  }

  #add({ rootStarter, rootId }: WorkOwner, begin: () => void): void {
    const families = this.#waiting.get(rootStarter) ?? new RoundRobin<(() => void)[]>();
    const line = families.get(rootId) ?? [];
    line.push(begin);
    families.set(rootId, line);
    this.#waiting.set(rootStarter, families);
  }

  #beginNext(): void {
    this.#waiting.next((families) => {
      families.next((line) => {
        line.shift()?.();
        return line.length > 0;
      });
      return !families.isEmpty;
    });
  }
}
