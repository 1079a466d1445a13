import { type Span } from './shortest-edit.js';

/** Two places that hold the same element. */
interface Anchor {
  readonly before: number;
  readonly after: number;
}

interface Rise {
  readonly anchor: Anchor;
  readonly previous: Rise | null;
}

/**
 * The parts between elements that both sides hold once, in the same order (as many of those as possible). A
 * large difference falls into small ones by that.
 */
export function spansBetweenAnchors(
  before: Int32Array,
  after: Int32Array,
  span: Span,
): readonly Span[] {
  const spans: Span[] = [];
  let { beforeStart, afterStart } = span;
  for (const anchor of longestRise(anchorsIn(before, after, span))) {
    spans.push({ beforeStart, beforeEnd: anchor.before, afterStart, afterEnd: anchor.after });
    beforeStart = anchor.before + 1;
    afterStart = anchor.after + 1;
  }
  return [
    ...spans,
    { beforeStart, beforeEnd: span.beforeEnd, afterStart, afterEnd: span.afterEnd },
  ];
}

function anchorsIn(before: Int32Array, after: Int32Array, span: Span): Anchor[] {
  const left = uniquePlaces(before, span.beforeStart, span.beforeEnd);
  const right = uniquePlaces(after, span.afterStart, span.afterEnd);
  const anchors: Anchor[] = [];
  for (const [element, place] of left) {
    const other = right.get(element);
    if (place !== REPEATED && other !== undefined && other !== REPEATED)
      anchors.push({ before: place, after: other });
  }
  return anchors;
}

const REPEATED = -1;

function uniquePlaces(elements: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = start; place < end; place += 1) {
    const element = elements[place] ?? 0;
    places.set(element, places.has(element) ? REPEATED : place);
  }
  return places;
}

/** The longest part of the anchors, which come in the order of one side, that rises on the other one too. */
function longestRise(anchors: readonly Anchor[]): readonly Anchor[] {
  // For each length the rise of that length whose end is lowest, linked to what stands before its end.
  const rises: Rise[] = [];
  for (const anchor of anchors) {
    const length = lengthBelow(rises, anchor.after);
    rises[length] = { anchor, previous: rises[length - 1] ?? null };
  }
  const longest: Anchor[] = [];
  for (let rise = rises.at(-1) ?? null; rise; rise = rise.previous) longest.push(rise.anchor);
  return longest.reverse();
}

/** How many of the rises, whose ends ascend, end below a place. */
function lengthBelow(rises: readonly Rise[], place: number): number {
  let low = 0;
  let high = rises.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rises[middle]?.anchor.after ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
