/** What can be wrong with a transformation before it runs. */
export const PROBLEM_CODES = [
  'invalid-step',
  'duplicate-step',
  'unknown-method',
  'unknown-function',
  'unknown-source',
  'unknown-target',
  'unresolvable-pointer',
  'cycle',
  'too-large',
  'pattern-refused',
  'never-assigned',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** One thing that is wrong, and where. */
export interface Problem {
  readonly code: ProblemCode;
  /** JSON pointer into the document. */
  readonly pointer: string;
  readonly detail: string;
}
