/** Requests are counted per calendar minute, which every node tells alike. */
export const WINDOW_MS = 60_000;

/** The number of the minute that a moment lies in. */
export function windowAt(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS);
}

/** Whole seconds until the next minute begins; 1 at least, because a header says it. */
export function secondsLeft(now: Date): number {
  return Math.max(1, Math.ceil((WINDOW_MS - (now.getTime() % WINDOW_MS)) / 1000));
}
