import { type TriggerSchedule } from '../shape/trigger-definition.js';
import { ON_TIME_MS } from './due-step.js';
import { nextOccurrence } from './occurrences.js';
import { type PlannedSchedule } from './planned-schedule.js';

/** A schedule that is new, or whose trigger somebody has just written. */
export interface ScheduleToPlan {
  readonly schedule: TriggerSchedule;
  /** What was planned before the trigger was written; undefined for a new one. */
  readonly planned: PlannedSchedule | undefined;
  /** When the trigger was written. */
  readonly updated: Date;
}

/**
 * Plans a schedule from the moment at which it was written. Who changes something else of the trigger
 * loses no occurrence; one that was switched off meanwhile has missed nothing.
 */
export function planSchedule({ schedule, planned, updated }: ScheduleToPlan): PlannedSchedule {
  const key = scheduleKey(schedule);
  const next = nextOccurrence(schedule, updated);
  if (planned?.key !== key) return { key, next };
  const wasWatched = planned.next && planned.next.getTime() >= updated.getTime() - ON_TIME_MS;
  return { key, next: wasWatched ? planned.next : next };
}

/** Equal for schedules that come round at the same times. */
export function scheduleKey({ recurrence, firstRunAt }: TriggerSchedule): string {
  return JSON.stringify([Object.entries(recurrence).sort(), firstRunAt]);
}
