import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../../kernel/page.js';
import { type JobPosition, readCursor } from './job-cursor.js';
import { type JobConditions, type JobFilter } from './job-filter.js';
import { readJobFilter } from './read-job-filter.js';

/** Which part of the jobs a list shows, by the time of their start. */
export interface JobList {
  readonly filter: JobFilter;
  readonly order: SortDirection;
  /** Null for the beginning. */
  readonly after: JobPosition | null;
  /** Counted from there. */
  readonly skip: number;
  readonly limit: number;
}

/** What the list of jobs takes. */
export interface JobListQuery extends JobConditions {
  readonly order?: SortDirection;
  readonly skip?: number;
  readonly limit?: number;
  readonly cursor?: string;
}

/**
 * A list as it was asked for; the latest first where that says nothing.
 * @throws AppError `invalid-input` for a status that there is not, or a cursor that nobody has given.
 */
export function jobList(query: JobListQuery): JobList {
  const { order = -1, skip = 0, limit = LIST_LIMIT_DEFAULT, cursor } = query;
  const filter = readJobFilter(query, []);
  const after = cursor === undefined ? null : readCursor(cursor);
  return { filter, order, after, skip, limit };
}
