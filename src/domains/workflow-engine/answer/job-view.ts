import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type StoredJob } from '../store/stored-job.js';

/** A run of a task with its values as people see them: secret ones are masked. */
export interface IterationView {
  readonly stored: StoredIteration;
  readonly input: JsonObject;
  /** null until it ended. */
  readonly output: JsonObject | null;
  readonly error: JsonValue | null;
}

/** A job that a task has started. */
export interface ChildView {
  readonly id: string;
  readonly name: string;
  /** Id of the task that started it. */
  readonly task: string;
  readonly index: number;
}

/** Everything that an answer about a job is made of. */
export interface JobView {
  readonly job: StoredJob;
  /** The workflow as it was at the start. */
  readonly document: JsonObject;
  readonly plan: Plan;
  readonly state: JobState;
  /** Variables as people see them. */
  readonly variables: JsonObject;
  /** The last run of each task that has had one, by id of the task. */
  readonly iterations: ReadonlyMap<string, IterationView>;
  readonly children: readonly ChildView[];
  /** Why it has not begun, in words; null once it has. */
  readonly queued: string | null;
  /** Version of the platform. */
  readonly version: string;
}
