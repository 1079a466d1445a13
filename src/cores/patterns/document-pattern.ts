import { type BacktrackingPattern } from './backtracking-pattern.js';
import { type LinearReading } from './linear-reading.js';
import { type LinearPattern, type PatternMatch } from './linear-pattern.js';

/** Told of steps on the way; it may throw. */
type Spend = (steps: number) => void;

const MATCHES_MAX = 1000;
const OTHER_LINE_ENDS = /[\r\u2028\u2029]/g;

/** The linear engine and how it reads the pattern. */
export interface LinearSide extends LinearReading {
  readonly pattern: LinearPattern;
}

/**
 * A regular expression of a document, with the meaning that JavaScript gives it. It runs in linear time where
 * that engine means the same, else by counted steps.
 */
export class DocumentPattern {
  /** @param exact is there wherever `linear` alone does not do */
  constructor(
    private readonly linear: LinearSide | undefined,
    private readonly exact: BacktrackingPattern | undefined,
  ) {}

  /** Instructions that a search may look at for each character of a text. */
  get size(): number {
    return (this.linear?.pattern ?? this.exact)?.size ?? 0;
  }

  /** Whether no search takes counted steps: it has neither look-around nor references to groups. */
  get isLinear(): boolean {
    return this.exact === undefined;
  }

  /** How many groups it captures. */
  get groupCount(): number {
    return (this.linear?.pattern ?? this.exact)?.groupCount ?? 0;
  }

  /** Whether the text contains a match. @throws PatternTooExpensive, or what `spend` throws */
  test(text: string, spend?: Spend): boolean {
    const linearText = this.linearTextOf(text);
    return this.linear && linearText !== undefined
      ? this.linear.pattern.test(linearText)
      : this.firstExact(text, spend) !== null;
  }

  /** The first match, or null. @throws PatternTooExpensive, or what `spend` throws */
  first(text: string, spend?: Spend): PatternMatch | null {
    for (const match of this.matches(text, 1, spend)) return match;
    return null;
  }

  /** Matches that do not overlap, from left to right. @throws PatternTooExpensive, or what `spend` throws */
  *matches(text: string, limit = MATCHES_MAX, spend?: Spend): Generator<PatternMatch> {
    const linearText = this.linearTextOf(text);
    if (this.linear && linearText !== undefined) {
      if (this.linear.isSameInExtent) {
        yield* this.linear.pattern.matches(linearText, limit, text);
        return;
      }
      if (!this.linear.pattern.test(linearText)) return;
    }
    if (this.exact) yield* this.exact.matches(text, limit, spend);
  }

  private firstExact(text: string, spend: Spend | undefined): PatternMatch | null {
    return this.exact?.first(text, spend) ?? null;
  }

  /** The text as the linear engine may judge it; undefined where it may not. */
  private linearTextOf(text: string): string | undefined {
    if (!this.linear) return undefined;
    if (!this.linear.hasLineEdges || text.search(OTHER_LINE_ENDS) < 0) return text;
    return this.linear.isAlikeForLineEnds ? text.replace(OTHER_LINE_ENDS, '\n') : undefined;
  }
}
