/** States what the code relies on. A failure is a defect of ours, never a fault of the caller. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
