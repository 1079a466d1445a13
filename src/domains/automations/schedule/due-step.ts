import { type TriggerSchedule } from '../shape/trigger-definition.js';
import { countOccurrences, lastOccurrence, nextOccurrence } from './occurrences.js';
import { type DecidedStep, type MissedRunsOf } from './planned-schedule.js';

/** What is no later than this is on time: a lease that moves to another node takes 15 s. */
export const ON_TIME_MS = 60_000;
/** Missed runs are counted up to this number: every second of a month would take minutes to count. */
export const MISSED_COUNT_MAX = 1000;

/** Decides about the occurrence `dueAt`, which has come, and those that were missed after it. */
export function dueStep(schedule: TriggerSchedule, dueAt: Date, now: Date): DecidedStep {
  const horizon = new Date(now.getTime() - ON_TIME_MS);
  if (dueAt >= horizon) {
    return { run: dueAt, missed: null, next: nextOccurrence(schedule, dueAt) };
  }
  const last = lastOccurrence(schedule, dueAt, horizon);
  const next = nextOccurrence(schedule, last);
  if (schedule.missedRuns === 'skip') {
    return { run: null, missed: missedOf(schedule, dueAt, last), next };
  }
  // The latest stands for all of them.
  const before = lastBefore(schedule, dueAt, last);
  return { run: last, missed: before && missedOf(schedule, dueAt, before), next };
}

function missedOf(schedule: TriggerSchedule, first: Date, last: Date): MissedRunsOf {
  return { first, last, count: countOccurrences(schedule, { first, last }, MISSED_COUNT_MAX) };
}

function lastBefore(schedule: TriggerSchedule, first: Date, last: Date): Date | null {
  if (first >= last) return null;
  return lastOccurrence(schedule, first, new Date(last.getTime() - 1));
}
