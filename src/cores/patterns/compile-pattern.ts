import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { BacktrackingPattern } from './backtracking-pattern.js';
import { DocumentPattern, type LinearSide } from './document-pattern.js';
import { linearReading } from './linear-reading.js';
import { LinearPattern, PATTERN_LENGTH_MAX, type PatternFlags } from './linear-pattern.js';

/** What became of reading a pattern of a document. */
export type CompiledDocumentPattern =
  | { readonly kind: 'pattern'; readonly pattern: DocumentPattern }
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * Reads a pattern of a document as JavaScript does: for the linear engine where that can mean the same, else,
 * for look-around and references to groups, by counted steps. What JavaScript does not know is refused by name.
 */
export function compilePattern(source: string, flags: PatternFlags = {}): CompiledDocumentPattern {
  if (source.length > PATTERN_LENGTH_MAX) {
    return { kind: 'refused', detail: `is longer than ${PATTERN_LENGTH_MAX} characters` };
  }
  const read = parsed(source);
  if (typeof read === 'string') return { kind: 'refused', detail: read };
  const linear = linearSide(read, flags);
  if (linear.kind === 'refused') return linear;
  if (linear.side && isEnough(linear.side)) return patternOf(linear.side, undefined);
  const exact = BacktrackingPattern.compile(source, flags);
  return exact.kind === 'pattern' ? patternOf(linear.side, exact.pattern) : exact;
}

function patternOf(
  linear: LinearSide | undefined,
  exact: BacktrackingPattern | undefined,
): CompiledDocumentPattern {
  return { kind: 'pattern', pattern: new DocumentPattern(linear, exact) };
}

function isEnough({ hasLineEdges, isAlikeForLineEnds, isSameInExtent }: LinearSide): boolean {
  return isSameInExtent && (!hasLineEdges || isAlikeForLineEnds);
}

/** Begins a group with flags, as other languages have it: `(?i)`. */
const FLAGS_INSIDE = /\(\?[a-zA-Z-]+\)/;

/** The pattern, or why JavaScript does not know it. */
function parsed(source: string): AST.Pattern | string {
  try {
    return new RegExpParser().parsePattern(source, 0, source.length);
  } catch (error) {
    const [inside] = FLAGS_INSIDE.exec(source) ?? [];
    if (inside !== undefined) return `has '${inside}', which JavaScript does not know: write /…/i`;
    return error instanceof Error ? error.message : 'is no regular expression';
  }
}

type LinearResult =
  | { readonly kind: 'read'; readonly side: LinearSide | undefined }
  | { readonly kind: 'refused'; readonly detail: string };

/** Without a side where the engine has no equal; refused where no engine could afford it. */
function linearSide(pattern: AST.Pattern, flags: PatternFlags): LinearResult {
  const reading = linearReading(pattern, flags);
  if (!reading) return { kind: 'read', side: undefined };
  const compiled = LinearPattern.read(reading.source);
  if (compiled.kind === 'pattern') {
    return { kind: 'read', side: { ...reading, pattern: compiled.pattern } };
  }
  return compiled.isTooLarge
    ? { kind: 'refused', detail: compiled.detail }
    : { kind: 'read', side: undefined };
}
