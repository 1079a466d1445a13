import {
  RESOURCE_SIGNATURE_HEADER,
  RESOURCE_TOKEN_HEADER,
} from '../../../api/access/resource-credential.js';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { listMetadata } from '../../../api/query/list-metadata.js';
import { type FiringOutcome } from './fired-triggers.service.js';
import {
  type IssuedTriggerCredential,
  type ListTriggerRunsAnswer,
  type RunTriggerAnswer,
  type TriggerRunAnswer,
} from './firing.dto.js';
import { type IssuedCredential } from './trigger-credentials.service.js';
import { type JobStatusSummary } from '../starting/job-start-request.js';
import { type TriggerRun } from './trigger-run.js';

/**
 * What a call is answered that fires a trigger.
 * @param begun how the job stands; null where it waits for the engine, which counts as running.
 * @throws AppError `conflict` when no job was started; `idempotency-key-reused` when the same call was
 *   made before with another content.
 */
export function toStartedAnswer(
  outcome: FiringOutcome,
  begun: JobStatusSummary | null,
): RunTriggerAnswer {
  if (outcome.kind === 'refused') {
    throw outcome.cause ?? conflict(outcome.reason, 'not-startable');
  }
  if (!outcome.isSame) throw askedOtherwise();
  const { jobId, workflowName, workflowId, description, automationId, triggerId, at } = outcome.job;
  const { startedByName: user } = outcome.job;
  return {
    message: outcome.isNew
      ? 'Successfully created the requested item'
      : 'The same request has started this job before',
    data: {
      _id: jobId,
      name: workflowName,
      workflowId,
      description,
      ...standing(begun ?? { status: 'running', startedAt: at, endedAt: null, tasks: {} }, user),
      automationId,
      triggerId,
      created: at.toISOString(),
      createdBy: user,
    },
    metadata: {},
  };
}

/** How a job stands, in the members that say it of every job. */
function standing(
  { status, startedAt, endedAt, tasks }: JobStatusSummary,
  user: string,
): Pick<RunTriggerAnswer['data'], 'status' | 'tasks' | 'metrics'> {
  const [start, end] = [startedAt.getTime(), endedAt?.getTime() ?? null];
  return { status, tasks, metrics: { user, start_time: start, end_time: end } };
}

function askedOtherwise(): AppError {
  return new AppError(
    'idempotency-key-reused',
    'The same request was made before with another content: send a new one under another Idempotency-Key',
  );
}

/** A part of the runs as it is answered. */
export function toRunsAnswer(
  list: PageRequest,
  page: Page<TriggerRunAnswer>,
): ListTriggerRunsAnswer {
  return {
    message: `Successfully retrieved ${String(page.items.length)} run(s)`,
    data: page.items,
    metadata: listMetadata(list, page),
  };
}

/** A run as it is answered. */
export function toRunAnswer({ missed, at, ...run }: TriggerRun): TriggerRunAnswer {
  return {
    ...run,
    missed: missed && {
      first: missed.first.toISOString(),
      last: missed.last.toISOString(),
      count: missed.count,
    },
    at: at.toISOString(),
  };
}

const USAGE = {
  token: `${RESOURCE_TOKEN_HEADER}: <secret>`,
  hmac: `${RESOURCE_SIGNATURE_HEADER}: t=<seconds since 1970>,v1=<HMAC-SHA256 of "<t>.<body>" under the secret, in hex>`,
} as const;

/** A new credential as it is answered, once. */
export function toCredentialAnswer(
  triggerId: string,
  { kind, secret, created }: IssuedCredential,
): IssuedTriggerCredential {
  return { triggerId, kind, secret, usage: USAGE[kind], created: created.toISOString() };
}
