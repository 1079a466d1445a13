import { JOB_STATUSES, type JobStatus } from '../../../cores/engine/job-state.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';

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

/** What ids of the platform look like; no workflow is called so. */
export const ID_FORM = /^[0-9a-f]{24}$/;

/**
 * The jobs that are meant.
 * @param path where the conditions lie in the request: faults lie below it.
 * @throws AppError `invalid-input` for a status that there is not.
 */
export function readJobFilter(conditions: JobConditions, path: readonly string[]): JobFilter {
  const { workflow, startedAfter, startedBefore, standsAt, parent, startedBy } = conditions;
  const isId = workflow !== undefined && ID_FORM.test(workflow);
  return {
    status: statusesOf(conditions.status ?? [], [...path, 'status']),
    workflowName: isId ? undefined : workflow,
    workflowId: isId ? workflow : undefined,
    startedAfter: timeOf(startedAfter),
    startedBefore: timeOf(startedBefore),
    standsAt,
    parent,
    startedBy,
  };
}

function statusesOf(given: readonly string[], path: readonly string[]): readonly JobStatus[] {
  const faults = given.flatMap((status, at) =>
    isStatus(status)
      ? []
      : [
          {
            pointer: jsonPointer([...path, String(at)]),
            detail: `must be one of ${JOB_STATUSES.join(', ')}`,
          },
        ],
  );
  if (faults.length > 0) throw invalidInput(faults);
  return [...new Set(given.filter(isStatus))];
}

function isStatus(status: string): status is JobStatus {
  return (JOB_STATUSES as readonly string[]).includes(status);
}

function timeOf(instant: string | undefined): Date | undefined {
  return instant === undefined ? undefined : new Date(instant);
}
