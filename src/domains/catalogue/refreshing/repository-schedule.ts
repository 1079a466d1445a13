import { type RepositoryState } from '../index/catalogue-repository.schema.js';

/** A repository whose webhook is called all the time is read no more often than this. */
const ASKED_GAP_MS = 10_000;
/** One that fails again and again is still tried this often. */
const FAILING_MS = 60 * 60_000;
/** Doubling more often than this changes nothing. */
const DOUBLINGS_MAX = 16;

/** What of the record of a repository says when it is read. */
export type Schedule = Pick<
  RepositoryState,
  'begun' | 'nextRun' | 'interval' | 'pausedUntil' | 'asked'
>;

/**
 * Whether a repository is to be read now.
 * @param seconds the interval that is configured now: a shorter one counts at once.
 */
export function isDue(schedule: Schedule, seconds: number, now: Date): boolean {
  const { begun, pausedUntil } = schedule;
  if (pausedUntil && pausedUntil > now) return false;
  if (!begun) return true;
  return wasAsked(schedule, now) || now >= nextRunOf(schedule, seconds);
}

/** When a repository is read next by its regular times. */
export function nextRunOf({ begun, nextRun, interval }: Schedule, seconds: number): Date {
  if (nextRun && interval === seconds) return nextRun;
  return begun ? later(begun, seconds * 1000) : new Date(0);
}

/** When a repository is read again that was just read, or could not be. */
export function nextRunAfter(now: Date, seconds: number, failures: number): Date {
  const regular = seconds * 1000;
  const doubled = regular * 2 ** Math.min(Math.max(0, failures - 1), DOUBLINGS_MAX);
  return later(now, Math.min(doubled, Math.max(regular, FAILING_MS)));
}

function wasAsked({ begun, asked }: Schedule, now: Date): boolean {
  return begun !== null && asked !== null && asked > begun && now >= later(begun, ASKED_GAP_MS);
}

function later(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}
