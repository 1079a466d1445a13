import { type JobState } from '../engine/job-state.js';
import { type Plan } from '../engine/plan.js';
import { type StoredJob } from './stored-job.js';

/** A job after a step. */
export interface SteppedJob {
  readonly job: StoredJob;
  readonly plan: Plan;
  readonly state: JobState;
}
