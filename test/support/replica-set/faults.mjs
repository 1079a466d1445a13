/**
 * What goes wrong, as it was ordered. A fault of a kind befalls so many commands, each `every`th of those that
 * it is for: of these names (all but greetings when none are given).
 *
 * kinds: `loseReply` (acts, then the connection breaks), `dropBefore` (breaks, and nothing is done), `error`
 * (an error of this code, nothing is done), `concernError` (acts, and the write concern fails with this
 * code), `delay` (of so many ms).
 */
export class Faults {
  #ordered = [];
  /** How many of each kind there were. */
  counts = {};

  order({ kind, count = 1, every = 1, only, code, ms }) {
    this.#ordered.push({
      kind,
      left: count,
      every,
      only: only && new Set(only),
      code,
      ms,
      seen: 0,
    });
  }

  /** How many are still to come. */
  get left() {
    return this.#ordered.reduce((sum, { left }) => sum + left, 0);
  }

  clear() {
    this.#ordered = [];
  }

  /** The fault of this command; undefined for most. */
  next(name) {
    for (const fault of this.#ordered) {
      if (fault.only && !fault.only.has(name)) continue;
      fault.seen += 1;
      if (fault.seen % fault.every !== 0) continue;
      fault.left -= 1;
      if (fault.left === 0) this.#ordered = this.#ordered.filter((one) => one !== fault);
      this.counts[fault.kind] = (this.counts[fault.kind] ?? 0) + 1;
      return fault;
    }
    return undefined;
  }
}
