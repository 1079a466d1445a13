import { type ManualWork, type StoredIteration } from '../store/stored-iteration.js';
import { type StoredJob } from '../store/stored-job.js';

/** A manual task as it is stored. */
export type StoredManualTask = StoredIteration & { readonly manual: ManualWork };

/** What lists show of the job of a task. */
export type JobOfTask = Pick<StoredJob, '_id' | 'description' | 'status'>;

/** Who has a task. */
export type TaskOwner = NonNullable<ManualWork['owner']>;
