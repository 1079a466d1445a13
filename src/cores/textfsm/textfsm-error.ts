/** Why an output was not parsed. */
export type TextFsmErrorCode =
  /** The text is no template. */
  | 'syntax'
  /** A pattern of the template is none, or no engine here can run it. */
  | 'pattern'
  /** The template says that this output is an error. */
  | 'state'
  /** More rows, values or steps than one run may make. */
  | 'limit';

/** What parsing throws, and nothing else. */
export class TextFsmError extends Error {
  override readonly name = 'TextFsmError';

  constructor(
    readonly code: TextFsmErrorCode,
    detail: string,
    /** Line of the template, from 1; 0 where no line is meant. */
    readonly line = 0,
  ) {
    super(line === 0 ? detail : `line ${line}: ${detail}`);
  }
}
