import {
  type LinearPattern,
  type PatternMatch,
} from '../../../../platform/patterns/linear-pattern.js';

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

/** What became of a search. */
export type Search =
  | { readonly kind: 'match'; readonly match: PatternMatch }
  | { readonly kind: 'none' }
  | { readonly kind: 'too-much'; readonly detail: string };

/** Why work was left. */
export const OUT_OF_TIME = 'there was no time left for it';
export const NO_TIME: Search = { kind: 'too-much', detail: OUT_OF_TIME };

/** Looks for the first match of a pattern in a text. */
export function* search(pattern: LinearPattern, text: string): Work<Search> {
  if (pattern.size * text.length > SEARCH_COST_MAX)
    return { kind: 'too-much', detail: 'the pattern is too long for an output of this length' };
  if (!(yield 'verdict')) return NO_TIME;
  const match = pattern.first(text);
  return match ? { kind: 'match', match } : { kind: 'none' };
}

/** What became of looking for all matches. */
export type SearchForAll =
  | { readonly kind: 'matches'; readonly matches: readonly PatternMatch[] }
  | { readonly kind: 'too-much'; readonly detail: string };

/**
 * Looks for all matches of a pattern in a text. Each is found in linear time; all of them together can
 * take the square of it, so the work can be stopped before each.
 */
export function* searchForAll(pattern: LinearPattern, text: string): Work<SearchForAll> {
  if (pattern.size * text.length > SEARCH_COST_MAX)
    return { kind: 'too-much', detail: 'the pattern is too long for an output of this length' };
  const found = pattern.matches(text, Infinity);
  const matches: PatternMatch[] = [];
  for (;;) {
    if (!(yield 'verdict')) return { kind: 'too-much', detail: OUT_OF_TIME };
    const next = found.next();
    if (next.done) return { kind: 'matches', matches };
    matches.push(next.value);
  }
}

/** Does all of the work at once. */
export function finish<T>(work: Work<T>): T {
  for (let step = work.next(true); ; step = work.next(true)) if (step.done) return step.value;
}
