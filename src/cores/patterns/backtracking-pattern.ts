import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { compileProgram, type Program } from './backtracking-program.js';
import { type PatternFlags, type PatternMatch } from './linear-pattern.js';
import { PatternTooExpensive } from './pattern-too-expensive.js';
import { runProgram } from './run-program.js';

const LENGTH_MAX = 4096;
/** Instructions that one search may take where nobody else counts them: some tens of milliseconds. */
const SEARCH_STEPS_MAX = 500_000;
const MATCHES_MAX = 1000;

/** What became of reading a pattern. */
export type CompiledBacktracking =
  | { readonly kind: 'pattern'; readonly pattern: BacktrackingPattern }
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * A regular expression with what the linear engine lacks: look-around and references to groups, with the
 * meaning that JavaScript gives them. Every step is counted, so that no pattern holds a node; whoever counts
 * himself gets the steps by `spend`.
 */
export class BacktrackingPattern {
  private constructor(
    private readonly program: Program,
    readonly groupCount: number,
  ) {}

  /** Reads the text of a pattern, bare. */
  static compile(source: string, flags: PatternFlags = {}): CompiledBacktracking {
    if (source.length > LENGTH_MAX) return refused(`is longer than ${LENGTH_MAX} characters`);
    try {
      const pattern: AST.Pattern = new RegExpParser().parsePattern(source, 0, source.length);
      const { program, groupCount } = compileProgram(pattern, flags);
      return { kind: 'pattern', pattern: new BacktrackingPattern(program, groupCount) };
    } catch (error) {
      return refused(error instanceof Error ? error.message : 'is no regular expression');
    }
  }

  /** Instructions of the pattern; a search may look at each more than once for each character. */
  get size(): number {
    return this.program.instructions.length;
  }

  /** Whether the text contains a match. @throws PatternTooExpensive */
  test(text: string): boolean {
    return this.first(text) !== null;
  }

  /** The first match, or null. @throws PatternTooExpensive */
  first(text: string, spend?: (steps: number) => void): PatternMatch | null {
    for (const match of this.matches(text, 1, spend)) return match;
    return null;
  }

  /** Matches that do not overlap, from left to right. @throws PatternTooExpensive, or what `spend` throws */
  *matches(
    text: string,
    limit = MATCHES_MAX,
    spend: (steps: number) => void = budget(),
  ): Generator<PatternMatch> {
    let at = 0;
    for (let count = 0; count < limit && at <= text.length; count += 1) {
      const match = this.from(text, at, spend);
      if (!match) return;
      yield match;
      at = match.end === match.start ? match.end + 1 : match.end;
    }
  }

  private from(text: string, from: number, spend: (steps: number) => void): PatternMatch | null {
    for (let start = from; start <= text.length; start += 1) {
      const places = runProgram(this.program, text, start, spend);
      if (places) return toMatch(text, places);
    }
    return null;
  }
}

function toMatch(text: string, places: readonly number[]): PatternMatch {
  const groups: (string | null)[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [start = -1, end = -1] = [places[at], places[at + 1]];
    groups.push(start < 0 || end < 0 ? null : text.slice(start, end));
  }
  return { start: places[0] ?? 0, end: places[1] ?? 0, groups };
}

function budget(): (steps: number) => void {
  let left = SEARCH_STEPS_MAX;
  return (steps) => {
    left -= steps;
    if (left < 0) throw new PatternTooExpensive();
  };
}

function refused(detail: string): CompiledBacktracking {
  return { kind: 'refused', detail };
}
