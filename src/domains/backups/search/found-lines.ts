import { cutText } from '../../../kernel/cut-text.js';
import { shownLine } from '../../../cores/differences/text-lines.js';
import { type FoundLines } from './line-search.js';

/** A line that matches, with what stands around it; the number counts from 1. */
export interface MatchedLine {
  readonly number: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Lines shown of one version; how many there are is said beside them. */
export const LINES_MAX = 20;
const LINE_LENGTH_MAX = 500;
const CONTEXT_LENGTH_MAX = 200;
const CUT = '…';

/** The first lines that were found, as answers show them: none longer than a reader would read. */
export function matchedLines(
  { lines, found }: FoundLines,
  context: number,
): readonly MatchedLine[] {
  const around = (from: number, to: number): readonly string[] =>
    lines.slice(Math.max(0, from), to).map((line) => shortened(line, CONTEXT_LENGTH_MAX));
  return found.slice(0, LINES_MAX).map((place) => ({
    number: place + 1,
    text: shortened(lines[place] ?? '', LINE_LENGTH_MAX),
    before: around(place - context, place),
    after: around(place + 1, place + 1 + context),
  }));
}

function shortened(line: string, length: number): string {
  return cutText(shownLine(line), length, CUT);
}
