import { listMetadata } from '../../../api/query/list-metadata.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { starterName } from '../answer/task-metrics.js';
import { type JobPosition, writeCursor } from './job-cursor.js';
import { type ListedJob } from './jobs-listing.service.js';
import { type ListedJobShape, type ListJobsAnswer } from './listed-jobs.dto.js';

/** The answer to a list; where it was read in its own order, with where it goes on. */
export function toJobList(
  list: PageRequest,
  page: Page<ListedJobShape>,
  { after, next }: { readonly after: JobPosition | null; readonly next: JobPosition | null },
): ListJobsAnswer {
  const { skip, limit, total, currentPageSize, nextPageSkip, previousPageSkip } = listMetadata(
    list,
    page,
  );
  const nextCursor = next && writeCursor(next);
  // After a cursor `skip` no longer counts from the beginning.
  const places = after
    ? { nextPageSkip: null, previousPageSkip: null }
    : { nextPageSkip, previousPageSkip };
  return {
    message: 'Successfully retrieved jobs',
    data: page.items,
    metadata: { skip, limit, total, currentPageSize, ...places, nextCursor },
  };
}

/** A job as one of many. */
export function toListedJob({ record: job, errors }: ListedJob): ListedJobShape {
  const { parent } = job;
  const [start, end] = [job.startedAt.getTime(), job.endedAt?.getTime() ?? null];
  return {
    _id: job._id,
    name: job.name,
    description: job.description,
    status: job.status,
    workflowId: job.workflowId,
    parent: parent && { job: parent.jobId, task: parent.task, index: parent.index },
    ancestors: job.ancestors,
    watchers: job.watchers,
    standsAt: job.standsAt.map(({ task, name, summary = '', phase }) => ({
      task,
      name,
      summary,
      phase,
    })),
    error: errors,
    metrics: {
      user: starterName(job),
      start_time: start,
      end_time: end,
      run_time: end === null ? null : Math.max(0, end - start),
    },
    automationId: job.automationId,
    triggerId: job.triggerId,
    test: job.mocks !== null,
    last_updated: job.updatedAt.toISOString(),
  };
}
