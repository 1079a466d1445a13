import { Injectable } from '@nestjs/common';
import { type Principal } from '#kernel/principal.js';
import { PlansService } from '../../store/plans.service.js';
import {
  type JobFigures,
  jobFigures,
  type ManualTimes,
  type WorkflowFigures,
  workflowFigures,
} from '../../metrics/job-figures.js';
import { MetricsRepository } from '../../metrics/metrics.repository.js';
import { type MetricsWindow } from '../../metrics/metrics-window.js';
import { type TaskFigures, taskFigures } from '../../metrics/task-figures.js';

/** Jobs and runs that one answer is made of: the latest ones, so that the work is bounded. */
const JOBS_MAX = 20_000;
const JOBS_OF_TASKS_MAX = 2000;
const RUNS_MAX = 50_000;

/** Figures, and of what they are made. */
export interface Figures<T> {
  readonly figures: readonly T[];
  /** Whether there is more in the window than what counts. */
  readonly truncated: boolean;
}

/** Jobs and tasks in numbers, as far as the caller may see them. */
@Injectable()
export class JobMetricsService {
  constructor(
    private readonly metrics: MetricsRepository,
    private readonly plans: PlansService,
  ) {}

  /** Figures of the jobs of each workflow, and of all together. */
  async ofJobs(
    window: MetricsWindow,
    principal: Principal,
  ): Promise<Figures<WorkflowFigures> & { readonly all: JobFigures }> {
    const found = await this.metrics.latestJobs(window, principal, JOBS_MAX + 1);
    const jobs = found.slice(0, JOBS_MAX);
    const manual = await this.manualTimes(jobs.map(({ planId }) => planId));
    const figures = workflowFigures(jobs, manual);
    const truncated = found.length > JOBS_MAX;
    return { figures, truncated, all: jobFigures(jobs, manual) };
  }

  /** Figures of each kind of task. */
  async ofTasks(window: MetricsWindow, principal: Principal): Promise<Figures<TaskFigures>> {
    const jobs = await this.metrics.latestJobs(window, principal, JOBS_OF_TASKS_MAX + 1);
    const ids = jobs.slice(0, JOBS_OF_TASKS_MAX).map(({ _id }) => _id);
    const runs = await this.metrics.runsOf(ids, window.task, RUNS_MAX + 1);
    const truncated = jobs.length > JOBS_OF_TASKS_MAX || runs.length > RUNS_MAX;
    return { figures: taskFigures(runs.slice(0, RUNS_MAX)), truncated };
  }

  private async manualTimes(planIds: readonly string[]): Promise<ManualTimes> {
    const times = new Map<string, number>();
    for (const planId of new Set(planIds)) {
      const { preAutomationTime } = (await this.plans.get(planId)).document;
      times.set(planId, typeof preAutomationTime === 'number' ? preAutomationTime : 0);
    }
    return times;
  }
}
