/** One refused sign-in. */
export interface Refusal {
  /** Why, as a short code. */
  readonly reason: string;
  readonly address: string;
  readonly userAgent: string;
  /** The name as it was typed; null when the credential has none. */
  readonly name: string | null;
  readonly credential: string | null;
  readonly requestId: string;
  readonly operation: string | null;
}

/** Refusals of one kind together: the first of them, and how many they are. */
export interface CountedRefusal {
  readonly reason: string;
  /** Null for a rest of many kinds: addresses and names beyond those that are told apart. */
  readonly refusal: Refusal | null;
  readonly count: number;
  readonly first: Date;
  readonly last: Date;
}

/** How long refusals of one kind are counted together. */
export const COUNTED_MS = 60_000;
/** Kinds that are told apart at a time: bounds memory and entries, whoever attacks. */
const KINDS_MAX = 1000;

interface Counter {
  readonly begun: Date;
  readonly reason: string;
  readonly refusal: Refusal | null;
  /** Beyond the one that was told at once. */
  count: number;
  first: Date;
  last: Date;
}

/**
 * Counts refused sign-ins, so that a flood of them leaves few entries and every one is counted. The
 * first of a kind is told at once, the others of the same minute together.
 */
export class RefusalCounts {
  readonly #counters = new Map<string, Counter>();

  /** @returns the refusal when it is the first of its kind in this minute; null when it was counted. */
  add(refusal: Refusal, now: Date): CountedRefusal | null {
    const { reason } = refusal;
    const key = keyOf(refusal);
    const known = this.#counters.get(key);
    if (known) {
      countOne(known, now);
      return null;
    }
    if (this.#counters.size < KINDS_MAX) {
      this.#counters.set(key, { begun: now, reason, refusal, count: 0, first: now, last: now });
      return { reason, refusal, count: 1, first: now, last: now };
    }
    countOne(this.#restOf(reason, now), now);
    return null;
  }

  /** What was counted in minutes that are over at `now`; everything when `all`. */
  take(now: Date, all = false): readonly CountedRefusal[] {
    const taken: CountedRefusal[] = [];
    for (const [key, { begun, count, ...counted }] of this.#counters) {
      const ageMs = now.getTime() - begun.getTime();
      // A minute that began in the future began before the clock was set back.
      if (!all && ageMs >= 0 && ageMs < COUNTED_MS) continue;
      this.#counters.delete(key);
      if (count > 0) taken.push({ ...counted, count });
    }
    return taken;
  }

  /** Reasons are our own words and few. */
  #restOf(reason: string, now: Date): Counter {
    const key = `rest of ${reason}`;
    const known = this.#counters.get(key);
    if (known) return known;
    const rest = { begun: now, reason, refusal: null, count: 0, first: now, last: now };
    this.#counters.set(key, rest);
    return rest;
  }
}

function countOne(counter: Counter, now: Date): void {
  if (counter.count === 0) counter.first = now;
  counter.last = now;
  counter.count += 1;
}

function keyOf({ reason, address, name, credential }: Refusal): string {
  return JSON.stringify([reason, address, name, credential]);
}
