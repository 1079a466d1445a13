import { RE2JS } from 're2js';
import { LineScanner } from './line-scanner.js';
import { requiredLiterals, type RequiredLiterals } from './required-literals.js';
import { PATTERN_COST_MAX, patternCost } from './pattern-cost.js';

/** How a pattern is read. */
export interface PatternFlags {
  /** Case does not matter. */
  readonly ignoreCase?: boolean;
  /** `^` and `$` stand for the ends of lines. */
  readonly multiline?: boolean;
  /** A dot stands for line ends as well. */
  readonly dotAll?: boolean;
}

/** One match: where it lies in the text, and its groups, null where a group took no part. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
}

/** Longer patterns are refused unread: the time that reading takes grows with the length. */
export const PATTERN_LENGTH_MAX = 4096;
/** Instructions of the compiled pattern: each is looked at for every character of a text. */
const PROGRAM_SIZE_MAX = 2000;

const MATCHES_MAX = 1000;

/** What became of reading a pattern. */
export type CompiledPattern =
  | { readonly kind: 'pattern'; readonly pattern: LinearPattern }
  | {
      readonly kind: 'refused';
      readonly detail: string;
      /** Another engine could read it, but not afford it either. */
      readonly isTooLarge?: true;
    };

/**
 * A regular expression of a caller or a document. It runs in time linear in the text whatever it says
 * (RE2), so neither look-around nor references to groups exist.
 */
export class LinearPattern {
  private constructor(
    private readonly compiled: RE2JS,
    private readonly source: string,
    private readonly flags: PatternFlags,
  ) {}

  /** Reads the text of a pattern, bare. */
  static compile(source: string, flags: PatternFlags = {}): CompiledPattern {
    if (source.length > PATTERN_LENGTH_MAX) {
      return tooLarge(`is longer than ${PATTERN_LENGTH_MAX} characters`);
    }
    return LinearPattern.read(source, flags);
  }

  /** Reads a pattern that may be longer than people write them: it was made from one that they did. */
  static read(source: string, flags: PatternFlags = {}): CompiledPattern {
    if (patternCost(source) > PATTERN_COST_MAX) return tooLarge('repeats too much');
    try {
      const compiled = RE2JS.compile(RE2JS.translateRegExp(source), bitsOf(flags));
      if (compiled.programSize() > PROGRAM_SIZE_MAX) return tooLarge('repeats too much');
      return { kind: 'pattern', pattern: new LinearPattern(compiled, source, flags) };
    } catch (error) {
      return refused(error instanceof Error ? error.message : 'is no regular expression');
    }
  }

  /**
   * What reading a pattern takes, whether or not it is one: a microsecond or a few for each. Who reads
   * many of them for one caller bounds the sum.
   */
  static costOf(source: string): number {
    return source.length > PATTERN_LENGTH_MAX ? 0 : patternCost(source);
  }

  /**
   * Instructions that a search looks at for each character of a text, at worst: ten to forty nanoseconds
   * each.
   */
  get size(): number {
    return this.compiled.programSize();
  }

  /** What every text holds that it matches, in whatever case. */
  get literals(): RequiredLiterals {
    // Read without regard to case it would have none.
    const flags = bitsOf({ ...this.flags, ignoreCase: false });
    return requiredLiterals(
      RE2JS.compile(RE2JS.translateRegExp(this.source), flags).re2().prefilter,
    );
  }

  /** How many groups it captures. */
  get groupCount(): number {
    return this.compiled.groupCount();
  }

  /** What finds lines that contain a match. */
  lineScanner(): LineScanner {
    return new LineScanner(this.compiled);
  }

  /** Whether the text contains a match. */
  test(text: string): boolean {
    return this.compiled.test(text);
  }

  /** The first match, or null. */
  first(text: string): PatternMatch | null {
    for (const match of this.matches(text, 1)) return match;
    return null;
  }

  /**
   * Matches that do not overlap, from left to right. Each is found in linear time; many of them can
   * take the square of it, so there is a limit.
   * @param shown has what the groups hold, where the text stands for another one of the same length
   */
  *matches(text: string, limit = MATCHES_MAX, shown = text): Generator<PatternMatch> {
    const matcher = this.compiled.matcher(text);
    for (let count = 0; count < limit && matcher.find(); count += 1) {
      const groups: (string | null)[] = [];
      for (let at = 0; at <= matcher.groupCount(); at += 1) {
        const start = matcher.start(at);
        groups.push(start < 0 ? null : shown.slice(start, matcher.end(at)));
      }
      yield { start: matcher.start(), end: matcher.end(), groups };
    }
  }
}

/** A text as it was written `/…/flags`, or a bare pattern without flags. */
export function readPattern(text: string): { source: string; flags: PatternFlags } {
  const slashed = /^\/(.*)\/([gimsuy]*)$/s.exec(text);
  if (!slashed) return { source: text, flags: {} };
  const [, source = '', letters = ''] = slashed;
  return {
    source,
    flags: {
      ignoreCase: letters.includes('i'),
      multiline: letters.includes('m'),
      dotAll: letters.includes('s'),
    },
  };
}

/** The text as a pattern that matches nothing else. */
export function quotePattern(text: string): string {
  return RE2JS.quote(text);
}

function bitsOf({ ignoreCase, multiline, dotAll }: PatternFlags): number {
  return (
    (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (multiline ? RE2JS.MULTILINE : 0) |
    (dotAll ? RE2JS.DOTALL : 0)
  );
}

function refused(detail: string): CompiledPattern {
  return { kind: 'refused', detail };
}

function tooLarge(detail: string): CompiledPattern {
  return { kind: 'refused', detail, isTooLarge: true };
}
