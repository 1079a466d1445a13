/** Where a secret stands in a line. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly isReencrypted: boolean;
}

/** So many places of a line are looked at in one step: a millisecond or a few. */
export const STEP_PLACES = 1000;

/** Does the work for each place. In steps: a line may be as long as a text, and hold as many places. */
export function* forEachPlace<T>(
  places: Iterable<T>,
  work: (place: T) => void,
): Generator<undefined, void> {
  let count = 0;
  for (const place of places) {
    work(place);
    count += 1;
    if (count % STEP_PLACES === 0) yield;
  }
}

/** Ranges from left to right; those that overlap are one. */
export function merged(ranges: readonly SecretRange[]): readonly SecretRange[] {
  const all: SecretRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) add(all, range);
  return all;
}

/** As `merged`, of ranges that both are from left to right. In steps, as `forEachPlace`. */
export function* together(
  left: readonly SecretRange[],
  right: readonly SecretRange[],
): Generator<undefined, readonly SecretRange[]> {
  const all: SecretRange[] = [];
  yield* forEachPlace(inOrder(left, right), (range) => {
    add(all, range);
  });
  return all;
}

function* inOrder(
  left: readonly SecretRange[],
  right: readonly SecretRange[],
): Generator<SecretRange, void> {
  let next = 0;
  for (const range of left) {
    for (let one = right[next]; one && one.start < range.start; one = right[next]) {
      yield one;
      next += 1;
    }
    yield range;
  }
  yield* right.slice(next);
}

/** @param range begins where the last one does, or behind. */
function add(all: SecretRange[], range: SecretRange): void {
  const last = all.at(-1);
  if (!last || range.start >= last.end) {
    all.push(range);
    return;
  }
  const end = Math.max(last.end, range.end);
  const isReencrypted = last.isReencrypted || range.isReencrypted;
  all[all.length - 1] = { start: last.start, end, isReencrypted };
}

/** Those that begin in none of the plain ranges; both are in order, so that each is looked at once. */
export function outside(
  plain: readonly SecretRange[],
  found: readonly SecretRange[],
): readonly SecretRange[] {
  let at = 0;
  return found.filter(({ start }) => {
    while ((plain[at]?.end ?? Infinity) <= start) at += 1;
    return (plain[at]?.start ?? Infinity) > start;
  });
}
