import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { type Gbac } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type StoredDocument } from '../../../platform/database/storable.js';

/** `waiting` for the engine; `taken` over by it; `ended` with its job, however that ended. */
export type JobStartStatus = 'waiting' | 'taken' | 'ended';

/** A request to start a job. */
export interface JobStartRequest {
  /** Derived from what causes the job (`jobIdOf`), so that repeats are the same job. */
  readonly jobId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  /** The job variables that it begins with. */
  readonly variables: JsonObject;
  readonly description: string;
  readonly automationId: string;
  readonly triggerId: string;
  /** Of automation and workflow: who may see the job. Absent in requests of before it was written down. */
  readonly gbac?: Gbac;
  /** Id of the account in whose name the job runs. */
  readonly startedBy: string;
  readonly startedByName: string;
  /** Ids of the roles to which the job is held; null for all that the account has. */
  readonly startedWith: readonly string[] | null;
  /** Who answers for it beside that account; absent in requests of before it was written down. */
  readonly answerable?: readonly ResponsibleAccount[];
  /** Ids of the triggers that led to it, this one last: what bounds a circle of events. */
  readonly chain: readonly string[];
  readonly at: Date;
}

/** The state of a started job, without values. */
export interface JobStatusSummary {
  readonly status: string;
  /** When it began. */
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** Names and states of its tasks, by id. */
  readonly tasks: Readonly<Record<string, { readonly name: string; readonly status: string }>>;
}

/** A request that waits for the engine; its variables are read by whoever needs them, one after the other. */
export interface QueuedJobStart extends Omit<JobStartRequest, 'variables'> {
  /**
   * null when another node has taken the request over.
   * @throws AppError `conflict` (code `secret-unreadable`) when no key of this node opens them.
   */
  readonly readVariables: () => Promise<JsonObject | null>;
}

/** A request as it is stored, until some time after the engine has ended the job. */
export interface StoredJobStart extends Omit<JobStartRequest, 'jobId' | 'variables'> {
  /** Id of the job. */
  readonly _id: string;
  readonly status: JobStartStatus;
  /**
   * Sealed JSON, for any of them may be secret; absent as soon as it does not wait any more. Those of before
   * they were sealed hold the document itself.
   */
  readonly variables?: StoredDocument;
  /**
   * Keyed hash of the canonical variables (`SecretBox.hash`): tells a repeat from another request of the same
   * id. Those of before they were sealed hold a SHA-256.
   */
  readonly fingerprint: string;
  /** When the job ended; some time after that the request is forgotten. */
  readonly endedAt?: Date;
}
