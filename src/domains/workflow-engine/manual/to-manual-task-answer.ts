import { listMetadata } from '../../../api/query/list-metadata.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import {
  type ListManualTasksAnswer,
  type ManualTaskAnswer,
  type ManualTaskMetrics,
  type ShownManualTask,
  type WorkedManualTaskAnswer,
} from './manual-tasks.dto.js';
import { type TaskWithJob } from './manual-tasks.service.js';
import { type TaskDetails } from './task-details.service.js';
import { type StoredManualTask } from './stored-manual-task.js';

/** A part of the queue. */
export function toManualTaskList(
  list: PageRequest,
  page: Page<ShownManualTask>,
): ListManualTasksAnswer {
  return {
    message: 'Successfully retrieved tasks',
    data: page.items,
    metadata: listMetadata(list, page),
  };
}

/** One task with everything that somebody needs to work it. */
export function toManualTaskAnswer(details: TaskDetails): ManualTaskAnswer {
  const { document, incoming, outgoing, view, form } = details;
  const description = document?.['description'];
  const shown: Pick<ShownManualTask, keyof ShownManualTask> = toShownTask(details);
  const data = {
    ...shown,
    description: typeof description === 'string' ? description : '',
    variables: { incoming, outgoing },
    view: { ...view, form },
  };
  return { message: `Successfully retrieved task '${data.summary}'`, data, metadata: {} };
}

/** A task after something was done with it. */
export function toWorkedTask(done: string, found: TaskWithJob): WorkedManualTaskAnswer {
  const data = toShownTask(found);
  return { message: `Successfully ${done} task '${data.summary}'`, data, metadata: {} };
}

/** A task as lists show it. */
export function toShownTask({ task, job, overdue }: TaskWithJob): ShownManualTask {
  const { manual } = task;
  return {
    _id: task._id,
    name: task.name,
    summary: manual.title,
    app: task.app,
    status: task.status,
    iteration: task.number,
    job: {
      _id: task.jobId,
      name: manual.workflow,
      description: job?.description ?? '',
      status: job?.status ?? null,
      task: task.task,
      index: task.loopIndex,
    },
    groups: manual.groups,
    locked: manual.owner !== null,
    overdue,
    metrics: toMetrics(task),
  };
}

function toMetrics({ manual, startedAt, endedAt, finish }: StoredManualTask): ManualTaskMetrics {
  return {
    owner: manual.owner?.username ?? null,
    claim_time: timeOf(manual.claimedAt),
    start_time: startedAt.getTime(),
    end_time: timeOf(endedAt),
    finish_state: finish,
    due_time: timeOf(manual.dueAt),
  };
}

function timeOf(time: Date | null): number | null {
  return time === null ? null : time.getTime();
}
