import { listOf } from '../../../api/lists/list-declaration.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { planOf } from '../../../api/lists/page-of.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type JobPosition, readCursor } from './job-cursor.js';
import { type JobConditions, type JobFilter, readJobFilter } from './job-filter.js';
import { JobListOptions, ListedJobShape } from './listed-jobs.dto.js';

/** Jobs that the caller may see, the latest first. */
export const JOB_LIST = listOf('listJobs', {
  item: ListedJobShape,
  own: JobListOptions,
  order: ['metrics.start_time', -1],
  stored: {
    _id: { path: '_id' },
    name: { path: 'name' },
    status: { path: 'status' },
    'metrics.start_time': { path: 'startedAt', date: true },
  },
});

/** Which part of the jobs a list shows, by the time of their start. */
export interface JobPart extends StoredList {
  /** Null for the beginning. `skip` counts from there. */
  readonly after: JobPosition | null;
}

/** Options of the list of jobs. */
export interface JobListQuery extends JobConditions {
  readonly cursor?: string;
}

/** Which jobs are meant, and where their list begins. */
export interface JobSelection {
  readonly filter: JobFilter;
  readonly after: JobPosition | null;
}

/**
 * The jobs that a list shows.
 * @throws AppError `invalid-input` for a status that there is not, a cursor that nobody has given, or one
 *   beside another order.
 */
export function jobSelection(list: ListRequest<JobListQuery>): JobSelection {
  const { cursor } = list.own;
  const filter = readJobFilter(list.own, []);
  if (cursor === undefined) return { filter, after: null };
  const { rest, sorted } = planOf(list);
  if (rest.length > 0 || sorted) throw invalidInput([{ pointer: '#/cursor', detail: NOT_BESIDE }]);
  return { filter, after: readCursor(cursor) };
}

const NOT_BESIDE =
  'goes with the order by metrics.start_time, and with conditions on _id, name, status and metrics.start_time';
