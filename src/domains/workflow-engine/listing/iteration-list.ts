import { listOf } from '../../../api/lists/list-declaration.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { IterationListOptions, IterationShape } from './listed-jobs.dto.js';

/** Runs of the tasks of a job, the earliest first. */
export const ITERATION_LIST = listOf('listJobIterations', {
  item: IterationShape,
  own: IterationListOptions,
  order: ['metrics.start_time', 1],
  oneWay: true,
});

/** Which part of the runs a list shows. */
export interface IterationPart extends StoredList {
  /** Only runs of the task with this id, by their numbers. */
  readonly task?: string;
  /** Longer values are named by their length. */
  readonly valueBytes?: number;
}
