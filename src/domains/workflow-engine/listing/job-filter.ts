import { type JobStatus } from '../../../cores/engine/job-state.js';

/** Which jobs are meant; all conditions count. */
export interface JobFilter {
  /** Any of these; empty for all. */
  readonly status: readonly JobStatus[];
  /** Name of the workflow. */
  readonly workflowName: string | undefined;
  readonly workflowId: string | undefined;
  /** From this time on. */
  readonly startedAfter: Date | undefined;
  /** Before this time. */
  readonly startedBefore: Date | undefined;
  /** Id of a task at which they stand. */
  readonly standsAt: string | undefined;
  /** Id of the job that started them. */
  readonly parent: string | undefined;
  /** Name of the account that started them. */
  readonly startedBy: string | undefined;
}

/** Conditions as callers write them. */
export interface JobConditions {
  readonly status?: readonly string[];
  readonly workflow?: string;
  readonly startedAfter?: string;
  readonly startedBefore?: string;
  readonly standsAt?: string;
  readonly parent?: string;
  readonly startedBy?: string;
}
