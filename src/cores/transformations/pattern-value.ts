import { type DocumentPattern } from '../patterns/document-pattern.js';

/** A regular expression while a transformation runs. */
export class PatternValue {
  constructor(
    readonly pattern: DocumentPattern,
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
