/** Something with a start and an end, in milliseconds. */
export interface Span {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Where it is drawn, in percent of the width. */
export interface Extent {
  readonly left: number;
  readonly width: number;
}

/** A long time in which nothing ran: it is drawn narrower than it was. */
export interface Gap extends Span, Extent {
  /** The row that it ends with. */
  readonly id: string;
}

export interface TimelineLayout<Of extends Span> {
  /** In the order of starts. */
  readonly rows: readonly (Of & Extent)[];
  readonly gaps: readonly Gap[];
}

const GAP_PERCENT = 6;
/** More gaps would leave no room for what ran. */
const GAPS_MAX = 5;
const GAP_MIN_MS = 1000;
/** A gap is long when it would take more than this part of the width. */
const GAP_SHARE = 0.1;

/** Places on an axis of time, on which long gaps between spans have a fixed small width. */
export function layoutTimeline<Of extends Span>(spans: readonly Of[]): TimelineLayout<Of> {
  const rows = spans.toSorted((a, b) => a.from - b.from);
  const start = rows[0]?.from ?? 0;
  const end = rows.reduce((latest, row) => Math.max(latest, endOf(row)), start);
  const gaps = longGaps(rows, end - start);
  const shown = end - start - gaps.reduce((sum, gap) => sum + lengthOf(gap), 0);
  const perMs = (100 - gaps.length * GAP_PERCENT) / Math.max(1, shown);
  const placeOf = (ms: number): number => {
    const before = gaps.filter(({ to }) => to <= ms);
    const left = before.reduce((sum, gap) => sum - lengthOf(gap), ms - start);
    return left * perMs + before.length * GAP_PERCENT;
  };
  const placed = <Placed extends Span>(span: Placed): Placed & Extent => {
    const left = placeOf(span.from);
    return { ...span, left, width: Math.max(0, placeOf(endOf(span)) - left) };
  };
  return { rows: rows.map(placed), gaps: gaps.map(placed) };
}

/** What took no time by whole milliseconds took some of one; so did what clocks of two nodes say ended before it started. */
function endOf({ from, to }: Span): number {
  return Math.max(from + 1, to);
}

function lengthOf({ from, to }: Span): number {
  return to - from;
}

/** The longest gaps, each of them long beside what is left when the longer ones are taken out. */
function longGaps(rows: readonly Span[], extent: number): readonly Span[] {
  const long: Span[] = [];
  let left = extent;
  for (const gap of gapsOf(rows).toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const ms = lengthOf(gap);
    if (long.length === GAPS_MAX || ms < GAP_MIN_MS || ms < left * GAP_SHARE) break;
    long.push(gap);
    left -= ms;
  }
  return long.toSorted((a, b) => a.from - b.from);
}

function gapsOf(rows: readonly Span[]): readonly Span[] {
  let latest = rows[0]?.from ?? 0;
  return rows.flatMap((row) => {
    const gap = { id: row.id, from: latest, to: row.from };
    latest = Math.max(latest, endOf(row));
    return lengthOf(gap) > 0 ? [gap] : [];
  });
}
