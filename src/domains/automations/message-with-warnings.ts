/** A message, with what was not found as further sentences. */
export function messageWithWarnings(done: string, warnings: readonly string[] = []): string {
  return [done, ...warnings].join('. ');
}
