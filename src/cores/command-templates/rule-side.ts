import { compilePattern } from '../patterns/compile-pattern.js';
import { type DocumentPattern } from '../patterns/document-pattern.js';
import { type PatternFlags, type PatternMatch, readPattern } from '../patterns/linear-pattern.js';
import { shownName } from './details.js';
import { substitutePattern, type Variables, type VariableProblem } from './variables.js';
import { search, type Work } from './work.js';

/** What a rule looks at in an output: what a pattern finds, or all of it where there is no pattern. */
export type RuleSide =
  { readonly kind: 'whole' } | { readonly kind: 'pattern'; readonly pattern: DocumentPattern };

/** A side that is ready, or why it is not. */
export type ReadySide =
  | RuleSide
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'missing'; readonly problems: readonly VariableProblem[] };

/** Reads a pattern, bare or `/…/flags`, with variables put in as plain text. */
export function readSide(text: string, flags: PatternFlags, variables: Variables): ReadySide {
  if (text === '') return { kind: 'whole' };
  const written = readPattern(text);
  const filled = substitutePattern(written.source, variables);
  if (filled.kind === 'refused') return { kind: 'missing', problems: filled.problems };
  const compiled = compilePattern(filled.text, {
    ignoreCase: flags.ignoreCase === true || written.flags.ignoreCase === true,
    multiline: flags.multiline === true || written.flags.multiline === true,
    dotAll: written.flags.dotAll === true,
  });
  // The reason may repeat the pattern.
  return compiled.kind === 'pattern'
    ? compiled
    : { kind: 'refused', detail: shownName(compiled.detail) };
}

/** What was taken out of an output. */
export type Captured =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'too-much'; readonly detail: string };

/** The first group of the first match, the whole match of a pattern without groups. */
export function* capture(side: RuleSide, text: string, stepsMax?: number): Work<Captured> {
  if (side.kind === 'whole') return { kind: 'value', value: withoutTrailingSpace(text) };
  const found = yield* search(side.pattern, text, stepsMax);
  if (found.kind !== 'match') return found;
  return { kind: 'value', value: groupOrWhole(side.pattern, found.match) };
}

/** The first group, the whole match of a pattern without groups; a group that took no part is empty. */
export function groupOrWhole(pattern: DocumentPattern, { groups }: PatternMatch): string {
  return (pattern.groupCount > 0 ? groups[1] : groups[0]) ?? '';
}

/** The text without white space at the ends of its lines: terminals pad as they please. */
export function withoutTrailingSpace(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
