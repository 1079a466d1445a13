/** How long things took, in milliseconds; null and 0 where nothing has ended. */
export interface DurationFigures {
  readonly avg: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly max: number | null;
  /** All together. */
  readonly sum: number;
}

/** Figures of durations in milliseconds; percentiles are durations that occurred. */
export function durationFigures(durations: readonly number[]): DurationFigures {
  const sorted = durations.toSorted((one, other) => one - other);
  const { length } = sorted;
  if (length === 0) return { avg: null, p50: null, p95: null, max: null, sum: 0 };
  const at = (part: number): number | null => sorted[Math.ceil(part * length) - 1] ?? null;
  const sum = sorted.reduce((total, duration) => total + duration, 0);
  return { avg: Math.round(sum / length), p50: at(0.5), p95: at(0.95), max: at(1), sum };
}
