/** Why a template was not rendered. */
export type TemplateErrorCode =
  /** The text is no template. */
  | 'syntax'
  /** A name, a filter, a test or a statement that there is none of. */
  | 'unknown'
  /** Something was asked of a value that is not there. */
  | 'undefined'
  /** A value cannot be used in this way. */
  | 'value'
  /** Steps, output, memory or depth beyond the limits. */
  | 'limit';

/** What rendering throws, and nothing else. */
export class TemplateError extends Error {
  /** Line of the template, from 1; 0 as long as nobody has said it. */
  line = 0;

  constructor(
    readonly code: TemplateErrorCode,
    readonly detail: string,
  ) {
    super(detail);
    this.name = 'TemplateError';
  }

  /** Says where it happened; the innermost place is the one that stays. */
  at(line: number): this {
    if (this.line === 0) {
      this.line = line;
      this.message = `line ${line}: ${this.detail}`;
    }
    return this;
  }
}

/** A value that cannot be used in this way. */
export function valueError(detail: string): TemplateError {
  return new TemplateError('value', detail);
}
