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
/** So many of them of one address: whoever tries one name after the other must not use up all. */
const KINDS_OF_ADDRESS_MAX = 100;

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
  readonly #kindsOf = new Map<string, number>();

  /** @returns the refusal when it is the first of its kind in this minute; null when it was counted. */
  add(refusal: Refusal, now: Date): CountedRefusal | null {
    const known = this.#counters.get(keyOf(refusal));
    if (known) {
      countOne(known, now);
      return null;
    }
    const kinds = this.#kindsOf.get(refusal.address) ?? 0;
    if (kinds < KINDS_OF_ADDRESS_MAX) return this.#begin(refusal, now);
    const rest = restOfAddress(refusal);
    // Reasons and forms of credentials are our own words and few, so these are too.
    const isNew = !this.#counters.has(keyOf(rest));
    return isNew ? this.#begin(rest, now) : this.add(rest, now);
  }

  #begin(refusal: Refusal, now: Date): CountedRefusal | null {
    const { reason, address } = refusal;
    if (this.#counters.size >= KINDS_MAX) {
      countOne(this.#restOf(reason, now), now);
      return null;
    }
    this.#kindsOf.set(address, (this.#kindsOf.get(address) ?? 0) + 1);
    const counter = { begun: now, reason, refusal, count: 0, first: now, last: now };
    this.#counters.set(keyOf(refusal), counter);
    return { reason, refusal, count: 1, first: now, last: now };
  }

  /** What was counted in minutes that are over at `now`; everything when `all`. */
  take(now: Date, all = false): readonly CountedRefusal[] {
    const taken: CountedRefusal[] = [];
    for (const [key, { begun, count, ...counted }] of this.#counters) {
      const ageMs = now.getTime() - begun.getTime();
      // A minute that began in the future began before the clock was set back.
      if (!all && ageMs >= 0 && ageMs < COUNTED_MS) continue;
      this.#counters.delete(key);
      if (counted.refusal) this.#forgetOne(counted.refusal.address);
      if (count > 0) taken.push({ ...counted, count });
    }
    return taken;
  }

  #forgetOne(address: string): void {
    const left = (this.#kindsOf.get(address) ?? 0) - 1;
    if (left > 0) this.#kindsOf.set(address, left);
    else this.#kindsOf.delete(address);
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

/** What refusals of an address have in common, whatever the name. */
function restOfAddress(refusal: Refusal): Refusal {
  return { ...refusal, name: null, userAgent: '', requestId: '', operation: null };
}

function keyOf({ reason, address, name, credential }: Refusal): string {
  return JSON.stringify([reason, address, name, credential]);
}
