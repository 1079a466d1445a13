import { listMetadata } from '../../../api/query/list-metadata.js';
import { starterName } from '../answer/task-metrics.js';
import { type JobError } from '../engine/job-state.js';
import { writeCursor } from './job-cursor.js';
import { type JobList } from './job-list.js';
import { type JobPage, type ListedRecord } from './job-list.repository.js';
import {
  type JobListMetadata,
  type ListedJobShape,
  type ListJobsAnswer,
} from './listed-jobs.dto.js';

/** Members of jobs that a list shows; id and name are always among them. */
export interface ShownJobMembers {
  readonly include?: string;
  readonly exclude?: string;
}

const ALWAYS = new Set(['_id', 'name']);

/** A part of the jobs. */
export function toListedJobs(
  list: JobList,
  page: JobPage & { readonly errors: ReadonlyMap<string, readonly JobError[]> },
  members: ShownJobMembers,
): ListJobsAnswer {
  const isShown = shownMembers(members);
  return {
    message: 'Successfully retrieved jobs',
    data: page.items.map((job) => withMembers(toListedJob(job, page.errors), isShown)),
    metadata: metadataOf(list, page),
  };
}

function toListedJob(
  job: ListedRecord,
  errors: ReadonlyMap<string, readonly JobError[]>,
): ListedJobShape {
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
    standsAt: job.standsAt.map(({ task, name, phase }) => ({ task, name, phase })),
    error: errors.get(job._id) ?? [],
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

function metadataOf(list: JobList, page: JobPage): JobListMetadata {
  const last = page.items.at(-1);
  const next = page.hasMore && last ? { startedAt: last.startedAt, id: last._id } : null;
  const nextCursor = next && writeCursor(next);
  const { skip, limit, total, currentPageSize, nextPageSkip, previousPageSkip } = listMetadata(
    list,
    page,
  );
  const own = { skip, limit, total, currentPageSize, nextCursor };
  // After a cursor `skip` no longer counts from the beginning.
  return list.after
    ? { ...own, nextPageSkip: null, previousPageSkip: null }
    : { ...own, nextPageSkip, previousPageSkip };
}

function shownMembers({ include, exclude }: ShownJobMembers): (name: string) => boolean {
  const names = (text = ''): ReadonlySet<string> =>
    new Set(text.split(',').map((name) => name.trim()));
  const [wanted, unwanted] = [include === undefined ? undefined : names(include), names(exclude)];
  return (name) =>
    ALWAYS.has(name) || (!unwanted.has(name) && (wanted === undefined || wanted.has(name)));
}

function withMembers(job: ListedJobShape, isShown: (name: string) => boolean): ListedJobShape {
  const shown = Object.entries(job).filter(([member]) => isShown(member));
  return Object.fromEntries(shown) as unknown as ListedJobShape;
}
