/** What a retention policy keeps; a version that any of them names is kept. */
export interface KeepRules {
  /** The newest so many. */
  readonly keepLast: number | null;
  /** All of the last so many days. */
  readonly keepDays: number | null;
  /** Of each of the last so many days, weeks, months with a version its newest. */
  readonly keepDaily: number | null;
  readonly keepWeekly: number | null;
  readonly keepMonthly: number | null;
}

const DAY_MS = 86_400_000;
/** The first Monday of the epoch. */
const WEEK_START_MS = 4 * DAY_MS;

/**
 * Which versions of a device go. The newest never does, whatever the rules say, and nothing does
 * without a rule.
 * @param dates newest first.
 * @returns places in the list.
 */
export function outdated(dates: readonly Date[], rules: KeepRules, now: Date): readonly number[] {
  const { keepLast, keepDays, keepDaily, keepWeekly, keepMonthly } = rules;
  const all = [keepLast, keepDays, keepDaily, keepWeekly, keepMonthly];
  if (all.every((rule) => rule === null)) return [];
  const kept = new Set([0]);
  const since = keepDays === null ? Infinity : now.getTime() - keepDays * DAY_MS;
  for (const [at, date] of dates.entries())
    if (at < (keepLast ?? 0) || date.getTime() >= since) kept.add(at);
  keepPeriods(dates, { most: keepDaily, of: (ms) => String(Math.floor(ms / DAY_MS)) }, kept);
  const weekOf = (ms: number): string => String(Math.floor((ms - WEEK_START_MS) / (7 * DAY_MS)));
  keepPeriods(dates, { most: keepWeekly, of: weekOf }, kept);
  keepPeriods(
    dates,
    { most: keepMonthly, of: (ms) => new Date(ms).toISOString().slice(0, 7) },
    kept,
  );
  return dates.flatMap((_, at) => (kept.has(at) ? [] : [at]));
}

/** Keeps the newest version of each of the last periods that have one. */
function keepPeriods(
  dates: readonly Date[],
  { most, of }: { readonly most: number | null; readonly of: (ms: number) => string },
  kept: Set<number>,
): void {
  const seen = new Set<string>();
  for (const [at, date] of dates.entries()) {
    const period = of(date.getTime());
    if (seen.has(period)) continue;
    if (seen.size >= (most ?? 0)) return;
    seen.add(period);
    kept.add(at);
  }
}
