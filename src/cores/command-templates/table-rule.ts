import { compare } from './comparison.js';
import { type Details } from './details.js';
import { type AnalyticRule } from './read-rule.js';
import { groupOrWhole, type RuleSide, withoutTrailingSpace } from './rule-side.js';
import { searchForAll, type Work } from './work.js';

/** Keys of rows that are listed; the counts go on. */
const ROWS_SHOWN_MAX = 1000;

interface Row {
  readonly key: string;
  readonly value: string;
}

/** A row whose value differs; values are null where there is no room to show them. */
export interface ChangedRow {
  readonly key: string;
  readonly pre: string | null;
  readonly post: string | null;
}

/** How two tables differ. */
export interface TableDifference {
  /** Keys of rows that are there after the change alone. */
  readonly added: readonly string[];
  /** Keys of rows that are there before the change alone. */
  readonly removed: readonly string[];
  readonly changed: readonly ChangedRow[];
  /** How many rows are of which kind, listed or not. */
  readonly rows: { same: number; changed: number; added: number; removed: number };
}

/** What comparing two tables came to. */
export type TableOutcome =
  | { readonly kind: 'compared'; readonly result: boolean; readonly difference: TableDifference }
  | { readonly kind: 'too-much'; readonly detail: string };

/** The two sides of a rule with their outputs. */
export interface Sides {
  readonly pre: RuleSide;
  readonly post: RuleSide;
  readonly preText: string;
  readonly postText: string;
}

/**
 * Compares two tables row by row. Rows are what the patterns match, or lines that are not blank; the
 * first group is their key, the second their value. Rows of the same key are compared in their order.
 */
export function* compareTables(
  rule: AnalyticRule,
  sides: Sides,
  details: Details,
): Work<TableOutcome> {
  const before = yield* rowsOf(sides.pre, sides.preText);
  if (before.kind === 'too-much') return before;
  const after = yield* rowsOf(sides.post, sides.postText);
  if (after.kind === 'too-much') return after;
  const hasValues = valueGroup(sides.pre) || valueGroup(sides.post);
  const difference = differenceOf(before.rows, after.rows, {
    details,
    keyOf: (key) => (rule.comparing.ignoreCase ? key.toLowerCase() : key),
    isSame: (pre, post) => !hasValues || compare(pre, post, rule.comparing) === true,
  });
  const { rows } = difference;
  const result =
    rows.changed === 0 &&
    (rows.added === 0 || rule.allowAdded) &&
    (rows.removed === 0 || rule.allowRemoved);
  return { kind: 'compared', result, difference };
}

type Rows =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'too-much'; readonly detail: string };

function* rowsOf(side: RuleSide, text: string): Work<Rows> {
  if (side.kind === 'whole') return { kind: 'rows', rows: linesOf(text) };
  const found = yield* searchForAll(side.pattern, text);
  if (found.kind === 'too-much') return found;
  const { pattern } = side;
  const rows = found.matches.map((match) => ({
    key: groupOrWhole(pattern, match),
    value: match.groups[2] ?? '',
  }));
  return { kind: 'rows', rows };
}

function linesOf(text: string): readonly Row[] {
  const lines = withoutTrailingSpace(text).split('\n');
  return lines.filter((line) => line !== '').map((key) => ({ key, value: '' }));
}

function valueGroup(side: RuleSide): boolean {
  return side.kind === 'pattern' && side.pattern.groupCount > 1;
}

interface RowRules {
  readonly details: Details;
  readonly keyOf: (key: string) => string;
  readonly isSame: (pre: string, post: string) => boolean;
}

function differenceOf(
  before: readonly Row[],
  after: readonly Row[],
  { details, keyOf, isSame }: RowRules,
): TableDifference {
  const { pairs, removed, added } = matchRows(before, after, keyOf);
  const differing = pairs.filter(([pre, post]) => !isSame(pre.value, post.value));
  const changed = differing.slice(0, ROWS_SHOWN_MAX).map(([pre, post]) => ({
    key: details.value(pre.key) ?? '',
    pre: details.value(pre.value),
    post: details.value(post.value),
  }));
  return {
    added: keysOf(added, details),
    removed: keysOf(removed, details),
    changed,
    rows: {
      same: pairs.length - differing.length,
      changed: differing.length,
      added: added.length,
      removed: removed.length,
    },
  };
}

interface MatchedRows {
  readonly pairs: readonly (readonly [Row, Row])[];
  readonly removed: readonly Row[];
  readonly added: readonly Row[];
}

/** Rows of the same key belong together in the order in which they stand. */
function matchRows(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (key: string) => string,
): MatchedRows {
  const waiting = new Map<string, Row[]>();
  for (const row of [...after].reverse()) {
    const sameKey = waiting.get(keyOf(row.key));
    if (sameKey) sameKey.push(row);
    else waiting.set(keyOf(row.key), [row]);
  }
  const pairs: [Row, Row][] = [];
  const removed: Row[] = [];
  for (const row of before) {
    const other = waiting.get(keyOf(row.key))?.pop();
    if (other) pairs.push([row, other]);
    else removed.push(row);
  }
  const met = new Set(pairs.map(([, other]) => other));
  return { pairs, removed, added: after.filter((row) => !met.has(row)) };
}

function keysOf(rows: readonly Row[], details: Details): readonly string[] {
  const keys = rows.slice(0, ROWS_SHOWN_MAX).map(({ key }) => details.value(key));
  return keys.filter((key) => key !== null);
}
