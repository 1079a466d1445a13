/** Ends a `switch` over a closed set: a new member becomes a compile error at every such switch. */
export function assertNever(value: never): never {
  throw new Error(`unexpected member of a closed set: ${JSON.stringify(value)}`);
}

/** States what the code relies on. A failure is a defect of ours, never a fault of the caller. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
