import {
  differenceStats,
  type DifferenceStats,
  sideBySide,
  type SideBySideRow,
} from './side-by-side.js';
import { unifiedDiff } from './unified-diff.js';

/** Two texts, and how their difference is shown. */
export interface TextComparison {
  readonly before: string;
  readonly after: string;
  readonly format: 'unified' | 'sideBySide';
  readonly context: number;
  readonly labels: { readonly before: string; readonly after: string };
  /** Of the texts, for the answer. */
  readonly ids: { readonly before: string; readonly after: string };
}

/** How two texts differ; `before` and `after` are their ids. */
export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
  readonly stats: DifferenceStats;
  readonly unified?: string;
  readonly rows?: readonly SideBySideRow[];
}

/**
 * How two texts differ, as a JSON object (`ComparedTexts`) in UTF-8: an answer of many rows costs as much to
 * copy and to write as to find out.
 */
export function compareTexts(comparison: TextComparison): Uint8Array {
  return Buffer.from(JSON.stringify(compared(comparison)));
}

function compared({ before, after, format, context, labels, ids }: TextComparison): ComparedTexts {
  if (format === 'sideBySide') {
    const { rows, stats } = sideBySide(before, after, { context });
    return { ...ids, stats, rows };
  }
  const unified = unifiedDiff(before, after, { labels, context });
  return { ...ids, stats: differenceStats(before, after), unified };
}
