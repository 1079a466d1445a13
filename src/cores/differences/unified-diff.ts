import { type LineDifferences, lineDifferences, type LineRun } from './line-differences.js';

/** What a unified difference says of its two sides, and how much stands around each change. */
export interface UnifiedDiffOptions {
  /** Names of the two sides; control characters are left out. */
  readonly labels?: { readonly before: string; readonly after: string };
  /** Equal lines shown before and after a change. */
  readonly context?: number;
}

const CONTEXT = 3;
const LABELS = { before: 'before', after: 'after' };
const NO_FEED = '\\ No newline at end of file\n';

/** Runs that are shown together, from one change to another: what is around them would touch. */
interface Hunk {
  readonly first: number;
  last: number;
}

/**
 * How two texts differ, in the unified format that `patch` and `git apply` read; empty when they are equal.
 * Applied to `before` it gives `after`, byte for byte.
 */
export function unifiedDiff(
  before: string,
  after: string,
  { labels = LABELS, context = CONTEXT }: UnifiedDiffOptions = {},
): string {
  if (before === after) return '';
  const differences = lineDifferences(before, after);
  const hunks = hunksOf(differences.runs, context).map((hunk) =>
    written(withContext(hunk, differences.runs, context), differences),
  );
  return `--- ${labelText(labels.before)}\n+++ ${labelText(labels.after)}\n${hunks.join('')}`;
}

function hunksOf(runs: readonly LineRun[], context: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, { kind }] of runs.entries()) {
    if (kind === 'equal') continue;
    const last = hunks.at(-1);
    if (last && lengthOf(runs[index - 1]) <= 2 * context) last.last = index;
    else hunks.push({ first: index, last: index });
  }
  return hunks;
}

function withContext(hunk: Hunk, runs: readonly LineRun[], context: number): readonly LineRun[] {
  const [previous, next] = [runs[hunk.first - 1], runs[hunk.last + 1]];
  return [
    ...(previous ? [tailOf(previous, context)] : []),
    ...runs.slice(hunk.first, hunk.last + 1),
    ...(next ? [headOf(next, context)] : []),
  ];
}

function lengthOf(run: LineRun | undefined): number {
  return run ? run.beforeEnd - run.beforeStart : 0;
}

function tailOf(run: LineRun, count: number): LineRun {
  const kept = Math.min(count, lengthOf(run));
  return { ...run, beforeStart: run.beforeEnd - kept, afterStart: run.afterEnd - kept };
}

function headOf(run: LineRun, count: number): LineRun {
  const kept = Math.min(count, lengthOf(run));
  return { ...run, beforeEnd: run.beforeStart + kept, afterEnd: run.afterStart + kept };
}

function written(hunk: readonly LineRun[], { before, after }: LineDifferences): string {
  const [first, last] = [hunk[0], hunk.at(-1)];
  if (!first || !last) return '';
  const left = rangeText(first.beforeStart, last.beforeEnd);
  const right = rangeText(first.afterStart, last.afterEnd);
  const lines = hunk.map((run) =>
    run.kind === 'equal'
      ? prefixed(' ', before.slice(run.beforeStart, run.beforeEnd))
      : prefixed('-', before.slice(run.beforeStart, run.beforeEnd)) +
        prefixed('+', after.slice(run.afterStart, run.afterEnd)),
  );
  return `@@ -${left} +${right} @@\n${lines.join('')}`;
}

/** Lines count from 1; where there are none, the line before is named. */
function rangeText(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}

function prefixed(sign: string, lines: readonly string[]): string {
  return lines.map((line) => sign + (line.endsWith('\n') ? line : `${line}\n${NO_FEED}`)).join('');
}

function labelText(label: string): string {
  return label.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ');
}
