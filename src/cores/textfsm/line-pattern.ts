import { compilePattern } from '../patterns/compile-pattern.js';
import { type DocumentPattern } from '../patterns/document-pattern.js';
import { LinearPattern } from '../patterns/linear-pattern.js';
import { PatternTooExpensive } from '../patterns/pattern-too-expensive.js';
import { TextFsmError } from './textfsm-error.js';

/** What named groups captured; null for one that took no part. */
export type NamedGroups = readonly (readonly [name: string, text: string | null])[];

/** Parts of a pattern that hold no group, and the beginnings of groups with their names. */
const PART = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?(?:P?<(?![=!])([^>]*)>)?)?/gsu;

/** A pattern that has to match from the beginning of a line, as patterns of these templates do. */
export class LinePattern {
  private constructor(
    private readonly pattern: LinearPattern | DocumentPattern,
    /** The number of each named group. */
    private readonly groups: ReadonlyMap<string, number>,
    private readonly line: number,
  ) {}

  /** @throws TextFsmError `pattern` */
  static compile(source: string, line: number): LinePattern {
    const groups = namedGroups(source, line);
    const written = inOurSyntax(source);
    // The linear engine reads most of Python as Python does; what it lacks, another one counts.
    const linear = LinearPattern.compile(written);
    const compiled = linear.kind === 'pattern' ? linear : compilePattern(written);
    if (compiled.kind === 'refused')
      throw new TextFsmError('pattern', `the pattern cannot be run: ${compiled.detail}`, line);
    return new LinePattern(compiled.pattern, groups, line);
  }

  get hasNames(): boolean {
    return this.groups.size > 0;
  }

  /** The named groups of a match at the beginning; null where there is none. @throws TextFsmError `limit` */
  match(text: string): NamedGroups | null {
    const match = this.first(text);
    if (match?.start !== 0) return null;
    return [...this.groups].map(([name, at]) => [name, match.groups[at] ?? null] as const);
  }

  private first(text: string): ReturnType<LinearPattern['first']> {
    try {
      return this.pattern.first(text);
    } catch (error) {
      if (error instanceof PatternTooExpensive)
        throw new TextFsmError('limit', error.message, this.line);
      throw error;
    }
  }
}

/** Groups are named as in Python; the engines here know them by the other spelling. */
function inOurSyntax(source: string): string {
  return source.replaceAll('(?P<', '(?<').replace(/\(\?P=(\w+)\)/g, '\\k<$1>');
}

/** @throws TextFsmError `pattern` for two groups of one name. */
function namedGroups(source: string, line: number): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  let count = 0;
  for (const [part, name] of source.matchAll(PART)) {
    const isCapturing = part === '(' || name !== undefined;
    if (isCapturing) count += 1;
    if (name === undefined) continue;
    if (groups.has(name))
      throw new TextFsmError('pattern', `two groups are called '${name}'`, line);
    groups.set(name, count);
  }
  return groups;
}
