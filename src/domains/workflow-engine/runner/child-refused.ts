/** A child that cannot be, in words for its parent. */
export class ChildRefused extends Error {
  /** @param isAbsent whether its workflow is not there: a mock may stand in for it in a test run. */
  constructor(
    message: string,
    readonly isAbsent = false,
  ) {
    super(message);
  }
}
