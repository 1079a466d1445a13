import { type WorkflowFigures } from '../../metrics/job-figures.js';
import { type ShownTaskFigures, type ShownWorkflowFigures } from './metrics.dto.js';
import { type MetricsWindow } from '../../metrics/metrics-window.js';
import { type TaskFigures } from '../../metrics/task-figures.js';

/** Figures of a workflow, also in the members that existing clients read. */
export function toWorkflowFigures(
  { workflow, ...figures }: WorkflowFigures,
  window: MetricsWindow,
): ShownWorkflowFigures {
  const { statuses, run_time: took } = figures;
  const sums = { jobsComplete: statuses.complete, totalRunTime: took.sum / 1000 };
  const metrics = [{ ...stretch(window), ...sums }];
  return { _id: workflow, workflow: { name: workflow }, ...sums, metrics, ...figures };
}

/** The same of a kind of task. */
export function toTaskFigures(figures: TaskFigures, window: MetricsWindow): ShownTaskFigures {
  const { runs, run_time: took, finish_states: finished } = figures;
  const totals = {
    totalRunTime: took.sum / 1000,
    totalSuccesses: finished.success,
    totalFailures: finished.failure,
    totalErrors: finished.error,
  };
  return { ...figures, global: true, metrics: [{ ...stretch(window), runs, ...totals }] };
}

function stretch({ from, to }: MetricsWindow): { startDate: string; endDate: string } {
  return { startDate: from.toISOString(), endDate: to.toISOString() };
}
