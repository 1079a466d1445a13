import { OWN_SIGNATURE_HEADER, OWN_TOKEN_HEADER } from '../../../api/access/own-credential.js';
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
import { type TriggerRun } from './trigger-run.js';

/**
 * What a call is answered that fires a trigger.
 * @throws AppError `conflict` when no job was started; `idempotency-key-reused` when the same call was
 *   made before with another content.
 */
export function toStartedAnswer(outcome: FiringOutcome): RunTriggerAnswer {
  if (outcome.kind === 'refused') {
    throw outcome.cause ?? conflict(outcome.reason, 'not-startable');
  }
  if (!outcome.isSame) throw askedOtherwise();
  const { jobId, workflowName, workflowId, description, automationId, triggerId, at } = outcome.job;
  return {
    message: outcome.isNew
      ? 'Successfully created the requested item'
      : 'The same request has started this job before',
    data: {
      _id: jobId,
      name: workflowName,
      workflowId,
      description,
      status: 'waiting',
      automationId,
      triggerId,
      created: at.toISOString(),
      createdBy: outcome.job.startedByName,
    },
    metadata: {},
  };
}

function askedOtherwise(): AppError {
  return new AppError(
    'idempotency-key-reused',
    'The same request was made before with another content: send a new one under another Idempotency-Key',
  );
}

/** A part of the runs as it is answered. */
export function toRunsAnswer(list: PageRequest, page: Page<TriggerRun>): ListTriggerRunsAnswer {
  return {
    message: `Successfully retrieved ${String(page.items.length)} run(s)`,
    data: page.items.map(toRunAnswer),
    metadata: listMetadata(list, page),
  };
}

function toRunAnswer({ missed, at, ...run }: TriggerRun): TriggerRunAnswer {
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
  token: `${OWN_TOKEN_HEADER}: <secret>`,
  hmac: `${OWN_SIGNATURE_HEADER}: t=<seconds since 1970>,v1=<HMAC-SHA256 of "<t>.<body>" under the secret, in hex>`,
} as const;

/** A new credential as it is answered, once. */
export function toCredentialAnswer(
  triggerId: string,
  { kind, secret, created }: IssuedCredential,
): IssuedTriggerCredential {
  return { triggerId, kind, secret, usage: USAGE[kind], created: created.toISOString() };
}
