/** What is not there: an unknown name, a member that a value does not have. */
export class Missing {
  /** @param what as a message calls it: `'x' is undefined`. */
  constructor(readonly what: string) {}
}
