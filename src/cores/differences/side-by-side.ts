import { type LineDifferences, lineDifferences, type LineRun } from './line-differences.js';
import { shownLine } from './text-lines.js';

/** A line of one side; the number counts from 1. */
export interface SideLine {
  readonly number: number;
  readonly text: string;
}

/** One row of two texts that stand side by side. */
export type SideBySideRow =
  | {
      readonly kind: 'equal' | 'changed';
      readonly left: SideLine;
      readonly right: SideLine;
    }
  | { readonly kind: 'removed'; readonly left: SideLine; readonly right: null }
  | { readonly kind: 'added'; readonly left: null; readonly right: SideLine }
  /** Equal lines that are not shown. */
  | { readonly kind: 'folded'; readonly left: null; readonly right: null; readonly count: number };

/** How many lines differ; a changed one counts on neither of the other two. */
export interface DifferenceStats {
  readonly equal: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** Two texts side by side. */
export interface SideBySide {
  readonly rows: readonly SideBySideRow[];
  readonly stats: DifferenceStats;
}

const CONTEXT = 3;
/** Folding fewer lines would save nothing. */
const FOLDED_MIN = 2;

/**
 * Two texts side by side, for a page to show: lines that stand for each other in one row, long parts that are
 * equal folded to their number of lines but for `context` lines around each change.
 */
export function sideBySide(
  before: string,
  after: string,
  { context = CONTEXT }: { readonly context?: number } = {},
): SideBySide {
  const differences = lineDifferences(before, after);
  const rows = differences.runs.flatMap((run, index) =>
    run.kind === 'different'
      ? differentRows(run, differences)
      : equalRows(run, differences, {
          head: index === 0 ? 0 : context,
          tail: index === differences.runs.length - 1 ? 0 : context,
        }),
  );
  return { rows, stats: statsOf(differences.runs) };
}

/** How many lines of two texts differ. */
export function differenceStats(before: string, after: string): DifferenceStats {
  return statsOf(lineDifferences(before, after).runs);
}

function statsOf(runs: readonly LineRun[]): DifferenceStats {
  const stats = { equal: 0, added: 0, removed: 0, changed: 0 };
  for (const { kind, beforeStart, beforeEnd, afterStart, afterEnd } of runs) {
    const [gone, come] = [beforeEnd - beforeStart, afterEnd - afterStart];
    if (kind === 'equal') {
      stats.equal += gone;
      continue;
    }
    const changed = Math.min(gone, come);
    stats.changed += changed;
    stats.removed += gone - changed;
    stats.added += come - changed;
  }
  return stats;
}

function equalRows(
  run: LineRun,
  { before }: LineDifferences,
  shown: { readonly head: number; readonly tail: number },
): SideBySideRow[] {
  const length = run.beforeEnd - run.beforeStart;
  const count = length - shown.head - shown.tail;
  const rowAt = (place: number): SideBySideRow => {
    const text = shownLine(before[run.beforeStart + place] ?? '');
    return {
      kind: 'equal',
      left: { number: run.beforeStart + place + 1, text },
      right: { number: run.afterStart + place + 1, text },
    };
  };
  const rows = (from: number, to: number): SideBySideRow[] =>
    Array.from({ length: to - from }, (_, index) => rowAt(from + index));
  if (count < FOLDED_MIN) return rows(0, length);
  return [
    ...rows(0, shown.head),
    { kind: 'folded', left: null, right: null, count },
    ...rows(length - shown.tail, length),
  ];
}

function differentRows(run: LineRun, { before, after }: LineDifferences): SideBySideRow[] {
  const length = Math.max(run.beforeEnd - run.beforeStart, run.afterEnd - run.afterStart);
  return Array.from({ length }, (_, index) =>
    pairedRow(
      lineAt(before, run.beforeStart + index, run.beforeEnd),
      lineAt(after, run.afterStart + index, run.afterEnd),
    ),
  );
}

function pairedRow(left: SideLine | null, right: SideLine | null): SideBySideRow {
  if (left && right) return { kind: 'changed', left, right };
  if (left) return { kind: 'removed', left, right: null };
  return { kind: 'added', left: null, right: right ?? { number: 0, text: '' } };
}

function lineAt(lines: readonly string[], place: number, end: number): SideLine | null {
  const line = lines[place];
  return place < end && line !== undefined ? { number: place + 1, text: shownLine(line) } : null;
}
