import { type BacktrackingPattern } from '../../../../platform/patterns/backtracking-pattern.js';
import { type LinearPattern } from '../../../../platform/patterns/linear-pattern.js';

/** A regular expression while a transformation runs. */
export class PatternValue {
  constructor(
    readonly pattern: LinearPattern | BacktrackingPattern,
    readonly source: string,
    readonly flags: string,
  ) {}

  /** Whether it stands for all matches, not only the first. */
  get isGlobal(): boolean {
    return this.flags.includes('g');
  }

  toString(): string {
    return `/${this.source}/${this.flags}`;
  }
}
