import { markShortestEdit, type Marks, type Span } from './shortest-edit.js';
import { linesOf } from './text-lines.js';
import { spansBetweenAnchors } from './unique-anchors.js';

/** Lines that both texts hold, or that stand for each other: places from 0, the ends excluded. */
export interface LineRun extends Span {
  readonly kind: 'equal' | 'different';
}

/** Two texts as lines, and how they differ. */
export interface LineDifferences {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** They cover both texts without a gap; kinds alternate. */
  readonly runs: readonly LineRun[];
}

/**
 * More edits than this are not looked for in one part: about 10 milliseconds of work. Only lines that occur in
 * both texts count.
 */
const EDITS_MAX = 2000;
/** The same for a part of a part, of which there can be many. */
const EDITS_OF_PART_MAX = 200;

/**
 * How two texts differ, line by line: the fewest lines removed and added, as long as they are some thousand at
 * most. Beyond that the difference is still exact, though lines may be shown as replaced that could have been
 * kept; so that the work is bounded whatever the texts are. A line without its line feed differs from the one
 * with it.
 */
export function lineDifferences(before: string, after: string): LineDifferences {
  const beforeLines = linesOf(before);
  const afterLines = linesOf(after);
  const numbers = new Map<string, number>();
  const left = numbered(beforeLines, numbers);
  const right = numbered(afterLines, numbers);
  const marks = { removed: new Uint8Array(left.length), added: new Uint8Array(right.length) };
  mark(left, right, marks, numbers.size);
  return { before: beforeLines, after: afterLines, runs: runsOf(marks) };
}

function numbered(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  });
}

/** A side without what both sides begin and end with. */
interface Middle {
  readonly elements: Int32Array;
  readonly start: number;
  readonly end: number;
}

function mark(left: Int32Array, right: Int32Array, marks: Marks, kinds: number): void {
  const [before, after] = middles(left, right);
  const keptBefore = shared(before, occurring(after, kinds), marks.removed);
  const keptAfter = shared(after, occurring(before, kinds), marks.added);
  const found = {
    removed: new Uint8Array(keptBefore.length),
    added: new Uint8Array(keptAfter.length),
  };
  const elementsOf = (places: Int32Array, elements: Int32Array): Int32Array =>
    places.map((place) => elements[place] ?? 0);
  markShared(elementsOf(keptBefore, left), elementsOf(keptAfter, right), found);
  carryOver(found.removed, keptBefore, marks.removed);
  carryOver(found.added, keptAfter, marks.added);
}

function middles(left: Int32Array, right: Int32Array): readonly [Middle, Middle] {
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && left[start] === right[start]) start += 1;
  let tail = 0;
  while (tail < shortest - start && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  return [
    { elements: left, start, end: left.length - tail },
    { elements: right, start, end: right.length - tail },
  ];
}

function occurring({ elements, start, end }: Middle, kinds: number): Uint8Array {
  const occurs = new Uint8Array(kinds);
  for (const element of elements.subarray(start, end)) occurs[element] = 1;
  return occurs;
}

/** Places of elements that the other side holds as well; all others have no counterpart and are marked. */
function shared(
  { elements, start, end }: Middle,
  occurs: Uint8Array,
  marks: Uint8Array,
): Int32Array {
  const places: number[] = [];
  for (let place = start; place < end; place += 1) {
    if (occurs[elements[place] ?? 0]) places.push(place);
    else marks[place] = 1;
  }
  return Int32Array.from(places);
}

function carryOver(found: Uint8Array, places: Int32Array, marks: Uint8Array): void {
  for (const [index, place] of places.entries()) marks[place] = found[index] ?? 0;
}

function markShared(before: Int32Array, after: Int32Array, marks: Marks): void {
  const span = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  if (markShortestEdit(before, after, marks, { span, editsMax: EDITS_MAX })) return;
  for (const part of spansBetweenAnchors(before, after, span)) {
    if (markShortestEdit(before, after, marks, { span: part, editsMax: EDITS_OF_PART_MAX }))
      continue;
    marks.removed.fill(1, part.beforeStart, part.beforeEnd);
    marks.added.fill(1, part.afterStart, part.afterEnd);
  }
}

function runsOf(marks: Marks): readonly LineRun[] {
  const runs: LineRun[] = [];
  const ends = { before: marks.removed.length, after: marks.added.length };
  let [before, after] = [0, 0];
  while (before < ends.before || after < ends.after) {
    const [beforeStart, afterStart] = [before, after];
    const equal = equalFrom(marks, before, after);
    before += equal;
    after += equal;
    if (equal === 0) {
      while (marks.removed[before]) before += 1;
      while (marks.added[after]) after += 1;
    }
    const kind = equal > 0 ? 'equal' : 'different';
    runs.push({ kind, beforeStart, beforeEnd: before, afterStart, afterEnd: after });
  }
  return runs;
}

/** How many lines pair up from here on. */
function equalFrom({ removed, added }: Marks, before: number, after: number): number {
  let count = 0;
  while (removed[before + count] === 0 && added[after + count] === 0) count += 1;
  return count;
}
