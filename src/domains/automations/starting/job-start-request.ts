import { type JsonObject } from '../../../kernel/json.js';
import { type StoredDocument } from '../../../platform/database/storable.js';

/** `waiting` for the engine; `taken` over by it; `ended` with its job, however that ended. */
export type JobStartStatus = 'waiting' | 'taken' | 'ended';

/** A job that is to be started. */
export interface JobStart {
  /** Derived from what causes the job (`jobIdOf`), so that repeats are the same job. */
  readonly jobId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  /** The job variables that it begins with. */
  readonly variables: JsonObject;
  readonly description: string;
  readonly automationId: string;
  readonly triggerId: string;
  /** Id of the account in whose name the job runs. */
  readonly startedBy: string;
  readonly startedByName: string;
  /** Ids of the roles to which the job is held; null for all that the account has. */
  readonly startedWith: readonly string[] | null;
  /** Ids of the triggers that led to it, this one last: what bounds a circle of events. */
  readonly chain: readonly string[];
  readonly at: Date;
}

/** A start as it is stored, until the engine has taken it over and ended the job. */
export interface JobStartRequest extends Omit<JobStart, 'jobId' | 'variables'> {
  /** Id of the job. */
  readonly _id: string;
  readonly status: JobStartStatus;
  readonly variables: StoredDocument;
  /** SHA-256 of the canonical variables: tells a repeat from another request of the same id. */
  readonly fingerprint: string;
  /** When the job ended; some time after that the request is forgotten. */
  readonly endedAt?: Date;
}
