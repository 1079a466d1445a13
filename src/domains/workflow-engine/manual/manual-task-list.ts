import { listOf } from '../../../api/lists/list-declaration.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { ManualTaskListOptions, ShownManualTask } from './manual-tasks.dto.js';

/** Open tasks that the caller may work, the latest first. */
export const MANUAL_TASK_LIST = listOf('listManualTasks', {
  item: ShownManualTask,
  own: ManualTaskListOptions,
  order: ['metrics.start_time', -1],
  oneWay: true,
  stored: {
    'job._id': { path: 'jobId' },
    'job.name': { path: 'manual.workflow' },
    'metrics.start_time': { path: 'startedAt', date: true },
  },
});

/** Which open tasks a list shows; without `overdue` the latest first, with it by when they are due. */
export interface ManualTaskList extends StoredList {
  /** Those of the caller. */
  readonly mine?: boolean;
  /** Those that nobody has. */
  readonly open?: boolean;
  /** Those whose time has passed. */
  readonly overdue?: boolean;
  /** Id of a group that may work them by name. */
  readonly group?: string;
  /** Name of the workflow, exactly. */
  readonly workflow?: string;
  /** Id of the job. */
  readonly job?: string;
}
