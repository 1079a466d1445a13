import { readCursor } from '../listing/job-cursor.js';
import { readJobFilter } from '../listing/job-filter.js';
import { type BulkRequest } from './bulk-control.service.js';
import { type JobRequest } from './job-start.service.js';
import { type BulkJobsRequest, type StartJobRequest } from './jobs-control.dto.js';

const LIMIT_DEFAULT = 1000;

/** The job that a request asks for, with the defaults where it says nothing. */
export function jobRequest({ workflow, options }: StartJobRequest): JobRequest {
  const {
    description = '',
    variables = {},
    groups = [],
    mocks,
    validateInput = false,
  } = options ?? {};
  return {
    workflow,
    description,
    variables,
    groups,
    mocks: mocks ?? null,
    validateInput,
  };
}

/**
 * What a request asks for of all jobs that match.
 * @throws AppError `invalid-input` for a status that there is not, or a cursor that nobody has given.
 */
export function bulkRequest(body: BulkJobsRequest): BulkRequest {
  const { action, query, finishState, dryRun = false, limit = LIMIT_DEFAULT, cursor } = body;
  return {
    action,
    task: body.task ?? query.standsAt,
    finishState,
    filter: readJobFilter(query, ['query']),
    dryRun,
    limit,
    after: cursor === undefined ? null : readCursor(cursor),
  };
}
