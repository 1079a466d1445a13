/** Why a transformation that could be read did not come to its end. */
export type StopCode =
  /** A method was given a value of a kind that it does not take. */
  | 'wrong-type'
  /** A method was given a value of the right kind that it cannot work with. */
  | 'wrong-argument'
  /** A regular expression cannot be read, or cannot run in linear time. */
  | 'pattern-refused'
  /** A step would write under a key that is no data. */
  | 'unsafe-key'
  /** More steps than allowed. */
  | 'out-of-fuel'
  /** More text and lists than allowed. */
  | 'out-of-memory'
  /** Functions call each other, or values lie in each other, too deeply. */
  | 'too-deep';

/**
 * Ends a run from within. It never leaves the interpreter, which turns it into an outcome: without it
 * every small method would have to hand failures on.
 */
export class RunStop extends Error {
  constructor(
    readonly code: StopCode,
    readonly detail: string,
  ) {
    super(detail);
  }
}
