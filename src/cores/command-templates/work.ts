import { type DocumentPattern } from '../patterns/document-pattern.js';
import { type PatternMatch } from '../patterns/linear-pattern.js';
import { PatternTooExpensive } from '../patterns/pattern-too-expensive.js';

/** What the next piece of work is for: judging, or marking what was found in the output. */
export type WorkKind = 'verdict' | 'marks';

/**
 * Work that can be stopped: before each piece that may take long it says what that is for, and is told
 * whether there is time for it. Whoever runs it can let others work in between.
 */
export type Work<T> = Generator<WorkKind, T, boolean>;

/**
 * Instructions times characters of one search, which cannot be stopped: five seconds at the very worst,
 * milliseconds as a rule.
 */
export const SEARCH_COST_MAX = 500_000_000;

/** Counted steps of one search, for patterns that do not run in linear time: some ten milliseconds. */
const STEPS_MAX = 500_000;
/** The same in a thread of its own: about a second at worst. */
export const STEPS_APART_MAX = 20_000_000;

/** What became of a search. */
export type Search =
  | { readonly kind: 'match'; readonly match: PatternMatch }
  | { readonly kind: 'none' }
  | { readonly kind: 'too-much'; readonly detail: string };

/** Why work was left. */
export const OUT_OF_TIME = 'there was no time left for it';
const TOO_LONG = 'the pattern is too long for an output of this length';
export const NO_TIME: Search = { kind: 'too-much', detail: OUT_OF_TIME };

/** Looks for the first match of a pattern in a text. */
export function* search(
  pattern: DocumentPattern,
  text: string,
  stepsMax = STEPS_MAX,
): Work<Search> {
  if (pattern.size * text.length > SEARCH_COST_MAX) return { kind: 'too-much', detail: TOO_LONG };
  if (!(yield 'verdict')) return NO_TIME;
  return affordable(() => {
    const match = pattern.first(text, counting(stepsMax));
    return match ? { kind: 'match', match } : { kind: 'none' };
  });
}

/** Ends a search that takes more steps than it may. */
function counting(stepsMax: number): (steps: number) => void {
  let left = stepsMax;
  return (steps) => {
    left -= steps;
    if (left < 0) throw new PatternTooExpensive();
  };
}

/** What a search comes to, or that it takes too many steps. */
export function affordable<T>(
  looked: () => T,
): T | { readonly kind: 'too-much'; readonly detail: string } {
  try {
    return looked();
  } catch (error) {
    if (error instanceof PatternTooExpensive) return { kind: 'too-much', detail: error.message };
    throw error;
  }
}

/** What became of looking for all matches. */
export type SearchForAll =
  | { readonly kind: 'matches'; readonly matches: readonly PatternMatch[] }
  | { readonly kind: 'too-much'; readonly detail: string };

/**
 * Looks for all matches of a pattern in a text. Each is found in linear time; all of them together can
 * take the square of it, so the work can be stopped before each.
 */
export function* searchForAll(pattern: DocumentPattern, text: string): Work<SearchForAll> {
  if (pattern.size * text.length > SEARCH_COST_MAX) return { kind: 'too-much', detail: TOO_LONG };
  const found = pattern.matches(text, Infinity);
  const matches: PatternMatch[] = [];
  for (;;) {
    if (!(yield 'verdict')) return { kind: 'too-much', detail: OUT_OF_TIME };
    const next = affordable(() => found.next());
    if ('kind' in next) return next;
    if (next.done) return { kind: 'matches', matches };
    matches.push(next.value);
  }
}

/** Does all of the work at once. */
export function finish<T>(work: Work<T>): T {
  for (let step = work.next(true); ; step = work.next(true)) if (step.done) return step.value;
}
