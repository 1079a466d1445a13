import { windowAt } from './rate-window.js';

/** Callers that are counted apart in one minute on one node; more of them share one count. */
const CALLERS_MAX = 20_000;
const THE_REST = 'address:others';

interface Count {
  /** Requests on all nodes, as far as this one knows. */
  total: number;
  /** Those of this node that the others have not been told of. */
  unsent: number;
}

/** How many more requests of a caller this node has to tell the others of. */
export interface UnsentCount {
  readonly caller: string;
  readonly requests: number;
}

/** What a node tells the others, and of whom it wants to hear. */
export interface CountExchange {
  readonly window: number;
  readonly counts: readonly UnsentCount[];
  /**
   * Those told of now and those told of last time: so that nodes agree once a caller pauses,
   * whichever of them spoke last.
   */
  readonly callers: readonly string[];
}

/** Requests per caller in the present minute; pure bookkeeping, time comes in. */
export class RequestCounts {
  #window = 0;
  #counts = new Map<string, Count>();
  #unsent = new Set<string>();
  #toldBefore: readonly string[] = [];

  /** Counts a request unless the caller has used up the limit; returns how many are left, or -1 when none was. */
  take(caller: string, limit: number, now: Date): number {
    this.#turnTo(windowAt(now));
    const name = this.#counts.has(caller) || this.#counts.size < CALLERS_MAX ? caller : THE_REST;
    const count = this.#counts.get(name) ?? { total: 0, unsent: 0 };
    if (count.total >= limit) return -1;
    count.total += 1;
    count.unsent += 1;
    this.#counts.set(name, count);
    this.#unsent.add(name);
    return limit - count.total;
  }

  /** What to tell the others, of at most `max` callers; it counts as told from now on. */
  tell(max: number, now: Date): CountExchange {
    this.#turnTo(windowAt(now));
    const counts: UnsentCount[] = [];
    for (const caller of [...this.#unsent].slice(0, max)) {
      const count = this.#counts.get(caller);
      this.#unsent.delete(caller);
      if (!count) continue;
      counts.push({ caller, requests: count.unsent });
      count.unsent = 0;
    }
    const told = counts.map(({ caller }) => caller);
    const callers = [...new Set([...told, ...this.#toldBefore])];
    this.#toldBefore = told;
    return { window: this.#window, counts, callers };
  }

  /** Learns the total of all nodes; what was counted here since the last telling comes on top. */
  learn(window: number, caller: string, toldTotal: number): void {
    if (window !== this.#window) return;
    const count = this.#counts.get(caller);
    if (count) count.total = toldTotal + count.unsent;
  }

  /** A minute that is over is of no interest to anybody: what was not told of it is dropped. */
  #turnTo(window: number): void {
    if (window === this.#window) return;
    this.#window = window;
    this.#counts = new Map();
    this.#unsent = new Set();
    this.#toldBefore = [];
  }
}
