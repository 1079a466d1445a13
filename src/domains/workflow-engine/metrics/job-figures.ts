import { JOB_STATUSES, type JobStatus } from '#cores/engine/job-state.js';
import { type DurationFigures, durationFigures } from './duration-figures.js';
import { grouped } from './grouped.js';

/** What metrics read of a job. */
export interface MeasuredJob {
  /** Name of its workflow. */
  readonly name: string;
  readonly planId: string;
  readonly status: JobStatus;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** Counts and times of jobs; times in milliseconds. */
export interface JobFigures {
  readonly jobs: number;
  readonly statuses: Readonly<Record<JobStatus, number>>;
  /** Of those that are complete. */
  readonly run_time: DurationFigures;
  /** What people would have needed beyond what complete jobs did; null where no workflow says it. */
  readonly time_saved: number | null;
}

/** The same of one workflow. */
export interface WorkflowFigures extends JobFigures {
  readonly workflow: string;
}

/** Milliseconds that people need for what a workflow of this plan does; 0 where it does not say. */
export type ManualTimes = ReadonlyMap<string, number>;

/** Figures of all jobs together. */
export function jobFigures(jobs: readonly MeasuredJob[], manual: ManualTimes): JobFigures {
  const statuses = Object.fromEntries(JOB_STATUSES.map((status) => [status, 0]));
  for (const { status } of jobs) statuses[status] = (statuses[status] ?? 0) + 1;
  const complete = jobs.flatMap(({ status, startedAt, endedAt, planId }) =>
    status === 'complete' && endedAt
      ? [{ took: Math.max(0, endedAt.getTime() - startedAt.getTime()), planId }]
      : [],
  );
  const saved = complete.flatMap(({ took, planId }) => {
    const usual = manual.get(planId) ?? 0;
    return usual > 0 ? [usual - took] : [];
  });
  return {
    jobs: jobs.length,
    statuses: statuses as Record<JobStatus, number>,
    run_time: durationFigures(complete.map(({ took }) => took)),
    time_saved: saved.length === 0 ? null : saved.reduce((sum, one) => sum + one, 0),
  };
}

/** Figures of each workflow, those with the most jobs first. */
export function workflowFigures(
  jobs: readonly MeasuredJob[],
  manual: ManualTimes,
): readonly WorkflowFigures[] {
  return [...grouped(jobs, ({ name }) => name)]
    .map(([workflow, own]) => ({ workflow, ...jobFigures(own, manual) }))
    .toSorted((one, other) => other.jobs - one.jobs || (one.workflow < other.workflow ? -1 : 1));
}
