/** Milliseconds since 1970, by the clock of the viewer's machine. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
