/** Which elements of two lists have no counterpart: 1 at their places. The others pair up in order. */
export interface Marks {
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
}

/** A part of two lists: from the first place to before the last. */
export interface Span {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** How far each diagonal was reached in one round; the first element belongs to the lowest diagonal. */
interface Round {
  readonly lowest: number;
  readonly reached: Int32Array;
}

/**
 * Marks the fewest elements to remove and to add that turn one part into the other (E. W. Myers, "An O(ND)
 * difference algorithm and its variations", 1986). Work and room grow with the square of that number, so there
 * is an upper bound for it.
 * @returns false when more than `editsMax` would be needed; nothing is marked then.
 */
export function markShortestEdit(
  before: Int32Array,
  after: Int32Array,
  marks: Marks,
  { span, editsMax }: { readonly span: Span; readonly editsMax: number },
): boolean {
  const rounds = search(
    before.subarray(span.beforeStart, span.beforeEnd),
    after.subarray(span.afterStart, span.afterEnd),
    editsMax,
  );
  if (!rounds) return false;
  walkBack(rounds, span, marks);
  return true;
}

function search(before: Int32Array, after: Int32Array, editsMax: number): readonly Round[] | null {
  const rounds: Round[] = [];
  const edits = Math.min(editsMax, before.length + after.length);
  for (let edit = 0; edit <= edits; edit += 1) {
    const round = nextRound(before, after, { edit, last: rounds.at(-1) ?? null });
    rounds.push(round);
    if (at(round, before.length - after.length) >= before.length) return rounds;
  }
  return null;
}

/** How far each diagonal is reached with one edit more; those that leave the lists are not looked at. */
function nextRound(
  before: Int32Array,
  after: Int32Array,
  { edit, last }: { readonly edit: number; readonly last: Round | null },
): Round {
  const lowest = edit <= after.length ? -edit : edit - 2 * after.length;
  const highest = edit <= before.length ? edit : 2 * before.length - edit;
  const reached = new Int32Array((highest - lowest) / 2 + 1);
  for (let diagonal = lowest; diagonal <= highest; diagonal += 2) {
    let x = last ? nextStart(last, diagonal) : 0;
    while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal])
      x += 1;
    reached[(diagonal - lowest) / 2] = x;
  }
  return { lowest, reached };
}

/** Where a diagonal is entered: from the one below by removing an element, else by adding one. */
function nextStart(last: Round, diagonal: number): number {
  return isRemoval(last, diagonal) ? at(last, diagonal - 1) + 1 : at(last, diagonal + 1);
}

function isRemoval(last: Round, diagonal: number): boolean {
  return at(last, diagonal - 1) >= at(last, diagonal + 1);
}

/** How far the diagonal was reached; less than anything where it was not looked at. */
function at({ lowest, reached }: Round, diagonal: number): number {
  return reached[(diagonal - lowest) / 2] ?? -1;
}

function walkBack(rounds: readonly Round[], span: Span, { removed, added }: Marks): void {
  let diagonal = span.beforeEnd - span.beforeStart - (span.afterEnd - span.afterStart);
  for (let edit = rounds.length - 1; edit > 0; edit -= 1) {
    const last = rounds[edit - 1];
    if (!last) return;
    if (isRemoval(last, diagonal)) {
      diagonal -= 1;
      removed[span.beforeStart + at(last, diagonal)] = 1;
    } else {
      diagonal += 1;
      added[span.afterStart + at(last, diagonal) - diagonal] = 1;
    }
  }
}
