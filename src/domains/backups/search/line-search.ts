import { hasRequired, type RequiredLiterals } from '../../../cores/patterns/required-literals.js';
import { type LineScan, type LineScanner } from '../../../cores/patterns/line-scanner.js';
import { type LinearPattern } from '../../../cores/patterns/linear-pattern.js';
import { certainParts, foldedForSearch } from '../../../cores/differences/folded-for-search.js';
import { linesOf, shownLine } from '../../../cores/differences/text-lines.js';

/** Instructions times characters of one line: a search in it cannot be stopped. Tens of milliseconds at worst. */
export const LINE_COST_MAX = 5_000_000;
/** So many instructions times characters are a few milliseconds: then others may have their turn. */
const TURN_COST = 400_000;
/** No text takes longer: some seconds at worst. Then the rest of its lines counts as too long. */
const TEXT_COST_MAX = 500_000_000;

/** What was found in a text: places of lines, from 0. */
export interface FoundLines {
  readonly lines: readonly string[];
  readonly found: readonly number[];
  /** Lines that are too long for this pattern. */
  readonly skipped: number;
}

/** Looks for lines that match a pattern. */
export class LineSearch {
  /** What every match holds. */
  readonly need: RequiredLiterals;
  private readonly scanner: LineScanner;

  constructor(private readonly pattern: LinearPattern) {
    this.need = pattern.literals;
    this.scanner = pattern.lineScanner();
  }

  /** The lines of a text that match. Whoever runs it may let others work at each step. */
  *in(text: string): Generator<undefined, FoundLines> {
    const found = this.#mayMatch(text) ? yield* this.#scanned(text) : [];
    if (!found) return yield* this.#tested(linesOf(text));
    return { lines: found.length > 0 ? linesOf(text) : [], found, skipped: 0 };
  }

  *#scanned(text: string): Generator<undefined, readonly number[] | undefined> {
    // As `shownLine` shows each line.
    const unified = text.includes('\r') ? text.replaceAll(/\r(?:\n|$)/g, '\n') : text;
    const whole = unified === '' || unified.endsWith('\n') ? unified : `${unified}\n`;
    const scan: LineScan = { found: [], at: 0, line: 0 };
    while (this.scanner.scan(whole, scan, TURN_COST)) {
      if (scan.at >= whole.length) return scan.found;
      yield;
    }
    return undefined;
  }

  /** Line by line, for patterns that are too much for the scanner. */
  *#tested(lines: readonly string[]): Generator<undefined, FoundLines> {
    const found: number[] = [];
    let skipped = 0;
    let turnCost = 0;
    let textCost = 0;
    for (const [place, line] of lines.entries()) {
      turnCost += line.length;
      if (this.#mayMatch(line)) {
        const cost = this.pattern.size * line.length;
        textCost += Math.min(cost, LINE_COST_MAX);
        turnCost += Math.min(cost, LINE_COST_MAX);
        if (cost > LINE_COST_MAX || textCost > TEXT_COST_MAX) skipped += 1;
        else if (this.pattern.test(shownLine(line))) found.push(place);
      }
      if (turnCost < TURN_COST) continue;
      turnCost = 0;
      yield;
    }
    return { lines, found, skipped };
  }

  /** Whether a text holds what every match holds: that is found ten times as fast. */
  #mayMatch(text: string): boolean {
    if (this.need.kind === 'nothing') return true;
    const folded = foldedForSearch(text);
    return hasRequired(this.need, (literal) =>
      certainParts(literal).every((part) => folded.includes(part)),
    );
  }
}
