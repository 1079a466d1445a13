/**
 * A set of what a package may come to: one bit for each of its candidates, and the last one for its
 * absence. Sets of one package have the same length.
 */
export type ChoiceSet = Uint32Array;

const BITS = 32;
const ALL_BITS = 0xffffffff;

/** A set of none of `size` choices. */
export function noChoice(size: number): ChoiceSet {
  return new Uint32Array(Math.ceil(size / BITS));
}

/** A set of all of `size` choices. */
export function everyChoice(size: number): ChoiceSet {
  const set = noChoice(size).fill(ALL_BITS);
  const rest = size % BITS;
  if (rest > 0) set[set.length - 1] = 2 ** rest - 1;
  return set;
}

/** Adds a choice to a set in place; only for sets that are being built. */
export function addChoice(set: ChoiceSet, choice: number): void {
  const word = Math.floor(choice / BITS);
  set[word] = (set[word] ?? 0) | (1 << (choice % BITS));
}

/** Whether a set has a choice. */
export function hasChoice(set: ChoiceSet, choice: number): boolean {
  return (((set[Math.floor(choice / BITS)] ?? 0) >>> (choice % BITS)) & 1) === 1;
}

/** What is in `a` and not in `b`. */
export function without(a: ChoiceSet, b: ChoiceSet): ChoiceSet {
  return a.map((word, at) => word & ~(b[at] ?? 0));
}

/** What is in both. */
export function intersection(a: ChoiceSet, b: ChoiceSet): ChoiceSet {
  return a.map((word, at) => word & (b[at] ?? 0));
}

/** What is in one of both. */
export function union(a: ChoiceSet, b: ChoiceSet): ChoiceSet {
  return a.map((word, at) => word | (b[at] ?? 0));
}

/** Whether all of `a` is in `b`. */
export function isWithin(a: ChoiceSet, b: ChoiceSet): boolean {
  for (let at = 0; at < a.length; at += 1) {
    if (((a[at] ?? 0) & ~(b[at] ?? 0)) !== 0) return false;
  }
  return true;
}

/** Whether nothing is in both. */
export function isApart(a: ChoiceSet, b: ChoiceSet): boolean {
  for (let at = 0; at < a.length; at += 1) {
    if (((a[at] ?? 0) & (b[at] ?? 0)) !== 0) return false;
  }
  return true;
}

/** The first choice of a set; -1 for an empty one. */
export function firstChoice(set: ChoiceSet): number {
  for (let at = 0; at < set.length; at += 1) {
    const word = set[at] ?? 0;
    if (word !== 0) return at * BITS + (BITS - 1 - Math.clz32(word & -word));
  }
  return -1;
}

/** How many choices a set has. */
export function countChoices(set: ChoiceSet): number {
  let count = 0;
  for (const word of set) {
    for (let rest = word; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count += 1;
  }
  return count;
}
