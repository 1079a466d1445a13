import { BacktrackingPattern } from './backtracking-pattern.js';
import { LinearPattern, type PatternFlags } from './linear-pattern.js';

/** What became of reading a pattern of a document. */
export type DocumentPattern =
  | { readonly kind: 'pattern'; readonly pattern: LinearPattern | BacktrackingPattern }
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * Reads a pattern of a document: in linear time where that can be, else, for look-around and references to
 * groups, by counted steps.
 */
export function compilePattern(source: string, flags: PatternFlags = {}): DocumentPattern {
  const linear = LinearPattern.compile(source, flags);
  if (linear.kind === 'pattern' || linear.isTooLarge) return linear;
  const backtracking = BacktrackingPattern.compile(source, flags);
  return backtracking.kind === 'pattern' ? backtracking : linear;
}
