import { hasRequired, type RequiredLiterals } from '../../../cores/patterns/required-literals.js';
import { type LinearPattern } from '../../../cores/patterns/linear-pattern.js';
import { certainParts, foldedForSearch } from '../../../cores/differences/folded-for-search.js';
import { linesOf, shownLine } from '../../../cores/differences/text-lines.js';
import { anchoredPlaces, linesAt } from './line-anchors.js';

/** Instructions times characters of one line: a search in it cannot be stopped. Tens of milliseconds at worst. */
export const LINE_COST_MAX = 5_000_000;
/** So many instructions times characters are a few milliseconds: then others may have their turn. */
const TURN_COST = 400_000;
/** No text takes longer: some seconds at worst. Then the rest of its lines counts as too long. */
const TEXT_COST_MAX = 500_000_000;
/** Looking at a line costs as much as so many characters, however short it is. */
const LINE_COST_MIN = 20;
/** Longer lines come once, and are not worth remembering. */
const KNOWN_LENGTH_MAX = 400;
const KNOWN_MAX = 20_000;

/** What was found in a text: places of lines, from 0. */
export interface FoundLines {
  readonly lines: readonly string[];
  readonly found: readonly number[];
  /** Lines that are too long for this pattern. */
  readonly skipped: number;
}

/**
 * Looks for lines that match a pattern. Texts that are much alike are best given to one search: it remembers the
 * lines that it has seen.
 */
export class LineSearch {
  readonly #known = new Map<string, boolean>();
  #cost = 0;
  #textCost = 0;

  /** @param need what every match holds. */
  constructor(
    private readonly pattern: LinearPattern,
    readonly need: RequiredLiterals = pattern.literals,
  ) {}

  /** The lines of a text that match. Whoever runs it may let others work at each step. */
  *in(text: string): Generator<undefined, FoundLines> {
    this.#textCost = 0;
    if (!this.mayMatch(text)) return { lines: [], found: [], skipped: 0 };
    const lines = linesOf(text);
    const found: number[] = [];
    let skipped = 0;
    for (const place of this.#candidates(text, lines)) {
      const line = lines[place] ?? '';
      const verdict = this.#verdict(line);
      if (verdict === 'too-long') skipped += 1;
      else if (verdict) found.push(place);
      if (this.#cost < TURN_COST) continue;
      this.#cost = 0;
      yield;
    }
    return { lines, found, skipped };
  }

  /** Places of the lines that are worth a look, which are few where it is known what they hold. */
  *#candidates(text: string, lines: readonly string[]): Generator<number> {
    const folded = foldedForSearch(text);
    // Where folding changed lengths, places in one text say nothing about the other.
    const anchored = folded.length === text.length ? anchoredPlaces(folded, this.need) : undefined;
    yield* anchored ? linesAt(lines, anchored) : lines.keys();
  }

  /** Whether the text holds what every match holds. */
  mayMatch(text: string): boolean {
    if (this.need.kind === 'nothing') return true;
    const folded = foldedForSearch(text);
    this.#cost += text.length;
    return hasRequired(this.need, (literal) =>
      certainParts(literal).every((part) => folded.includes(part)),
    );
  }

  #verdict(line: string): boolean | 'too-long' {
    this.#cost += LINE_COST_MIN;
    const known = this.#known.get(line);
    if (known !== undefined) return known;
    const cost = this.pattern.size * line.length;
    this.#textCost += Math.min(cost, LINE_COST_MAX);
    if (cost > LINE_COST_MAX || this.#textCost > TEXT_COST_MAX)
      return this.mayMatch(line) && 'too-long';
    this.#cost += cost;
    const matches = this.mayMatch(line) && this.pattern.test(shownLine(line));
    if (line.length <= KNOWN_LENGTH_MAX) this.#remember(line, matches);
    return matches;
  }

  #remember(line: string, matches: boolean): void {
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(line, matches);
  }
}
