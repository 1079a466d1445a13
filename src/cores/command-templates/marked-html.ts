import { escapedMarkup } from '../../kernel/markup.js';
import { type DocumentPattern } from '../patterns/document-pattern.js';
import { type PatternMatch } from '../patterns/linear-pattern.js';
import { affordable, SEARCH_COST_MAX, type Work } from './work.js';

/** A pattern whose matches are marked, and whether its rule passed. */
export interface Marked {
  readonly pattern: DocumentPattern;
  readonly passed: boolean;
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly passed: boolean;
}

/** Marks in one output; further matches stay unmarked. */
export const MARKS_MAX = 1000;
/** Searches for marks in one output: many find nothing to mark, or what is marked already. */
const SEARCHES_MAX = 10_000;

/**
 * An output as HTML, with what the rules found in `<span class="match pass|fail">`. Marks never overlap:
 * those of failed rules come first, then those of earlier rules. There are at most `MARKS_MAX`, and
 * none are added once there is no time; the text is always whole.
 */
export function* markedHtml(text: string, patterns: readonly Marked[]): Work<string> {
  const marks = yield* findMarks(text, patterns);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, passed } of marks) {
    pieces.push(escapedMarkup(text.slice(at, start)));
    pieces.push(`<span class="match ${passed ? 'pass' : 'fail'}">`);
    pieces.push(escapedMarkup(text.slice(start, end)), '</span>');
    at = end;
  }
  pieces.push(escapedMarkup(text.slice(at)));
  return pieces.join('');
}

function* findMarks(text: string, patterns: readonly Marked[]): Work<readonly Mark[]> {
  const marks: Mark[] = [];
  let searches = 0;
  const failedFirst = [...patterns].sort((a, b) => Number(a.passed) - Number(b.passed));
  for (const { pattern, passed } of failedFirst) {
    if (pattern.size * text.length > SEARCH_COST_MAX) continue;
    const next = matchesIn(pattern, text);
    for (;;) {
      searches += 1;
      if (marks.length >= MARKS_MAX || searches > SEARCHES_MAX) return marks;
      if (!(yield 'marks')) return marks;
      const match = next();
      if (!match) break;
      place(marks, { start: match.start, end: match.end, passed });
    }
  }
  return marks;
}

/** One match after the other; none more where the next one takes too many steps. */
function matchesIn(pattern: DocumentPattern, text: string): () => PatternMatch | undefined {
  const found = pattern.matches(text, SEARCHES_MAX);
  return () => {
    const next = affordable(() => found.next());
    return 'kind' in next || next.done ? undefined : next.value;
  };
}

/** Puts a mark where it belongs, unless it is empty or there is one already. */
function place(marks: Mark[], mark: Mark): void {
  if (mark.end === mark.start) return;
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.end ?? 0) <= mark.start) low = middle + 1;
    else high = middle;
  }
  const next = marks[low];
  if (!next || next.start >= mark.end) marks.splice(low, 0, mark);
}
