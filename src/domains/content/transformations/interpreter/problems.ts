/** What can be wrong with a transformation before it runs. */
export type ProblemCode =
  | 'invalid-step'
  | 'duplicate-step'
  | 'unknown-method'
  | 'unknown-function'
  | 'unknown-source'
  | 'unknown-target'
  | 'unresolvable-pointer'
  | 'unsafe-key'
  | 'cycle'
  | 'too-large'
  | 'pattern-refused'
  | 'never-assigned';

/** One thing that is wrong, and where. */
export interface Problem {
  readonly code: ProblemCode;
  /** JSON pointer into the document. */
  readonly pointer: string;
  readonly detail: string;
}
