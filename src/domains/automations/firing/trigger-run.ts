import { type MissedRunsOf } from '../schedule/planned-schedule.js';

/** What came of an occurrence of a trigger. */
export const RUN_OUTCOMES = ['started', 'missed', 'refused', 'skipped'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** One occurrence of a trigger, or a stretch of them that was missed. */
export interface TriggerRun {
  /** Derived from trigger and occurrence, as the id of the job is: an occurrence is noted once. */
  readonly _id: string;
  readonly triggerId: string;
  readonly automationId: string;
  /** What tells occurrences apart: time, event, key or request. */
  readonly occurrence: string;
  readonly outcome: RunOutcome;
  /** Why no job was started; null when one was. */
  readonly reason: string | null;
  /** The job that was started; null for none. */
  readonly jobId: string | null;
  readonly missed: MissedRunsOf | null;
  readonly at: Date;
}
