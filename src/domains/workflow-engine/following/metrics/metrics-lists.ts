import { listOf } from '#api/lists/list-declaration.js';
import {
  JobMetricsOptions,
  ShownTaskFigures,
  ShownWorkflowFigures,
  TaskMetricsOptions,
} from './metrics.dto.js';

/** Workflows in numbers: those with most jobs first. */
export const JOB_METRICS_LIST = listOf('getJobMetrics', {
  item: ShownWorkflowFigures,
  own: JobMetricsOptions,
  aliases: { name: '_id' },
  order: ['jobs', -1],
});

/** Kinds of tasks in numbers: those with most runs first. */
export const TASK_METRICS_LIST = listOf('getTaskMetrics', {
  item: ShownTaskFigures,
  own: TaskMetricsOptions,
  order: ['runs', -1],
});
