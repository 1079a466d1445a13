import { type JobState } from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { type StoredJob } from '../store/stored-job.js';

/** A job after a step. */
export interface SteppedJob {
  readonly job: StoredJob;
  readonly plan: Plan;
  readonly state: JobState;
}
