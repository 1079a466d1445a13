import { Controller } from '@nestjs/common';
import { CurrentPrincipal } from '#api/access/current-principal.decorator.js';
import { Operation } from '#api/operation.decorator.js';
import { ListOptions } from '#api/lists/list-options.decorator.js';
import { type ListRequest } from '#api/lists/list-request.js';
import { pageOfAll } from '#api/lists/page-of.js';
import { Clock } from '#kernel/clock.js';
import { type Principal } from '#kernel/principal.js';
import { JobMetricsService } from './job-metrics.service.js';
import {
  JobMetricsAnswer,
  type JobMetricsOptions,
  TaskMetricsAnswer,
  type TaskMetricsOptions,
} from './metrics.dto.js';
import { JOB_METRICS_LIST, TASK_METRICS_LIST } from './metrics-lists.js';
import { type MetricsWindow, metricsWindow } from '../../metrics/metrics-window.js';
import { toTaskFigures, toWorkflowFigures } from './to-metrics.js';

/** Jobs and tasks in numbers. */
@Controller()
export class JobMetricsController {
  constructor(
    private readonly metrics: JobMetricsService,
    private readonly clock: Clock,
  ) {}

  @Operation('getJobMetrics', JobMetricsAnswer)
  async getJobMetrics(
    @ListOptions(JOB_METRICS_LIST) list: ListRequest<JobMetricsOptions>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobMetricsAnswer> {
    const window = metricsWindow(list.own, this.clock.now());
    const { figures, all, truncated } = await this.metrics.ofJobs(window, principal);
    const results = figures.map((one) => toWorkflowFigures(one, window));
    return { ...shown(list, results, window), summary: all, truncated };
  }

  @Operation('getTaskMetrics', TaskMetricsAnswer)
  async getTaskMetrics(
    @ListOptions(TASK_METRICS_LIST) list: ListRequest<TaskMetricsOptions>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TaskMetricsAnswer> {
    const window = metricsWindow(list.own, this.clock.now());
    const { figures, truncated } = await this.metrics.ofTasks(window, principal);
    const results = figures.map((one) => toTaskFigures(one, window));
    return { ...shown(list, results, window), truncated };
  }
}

/** A part of the figures, and what they are made of. */
interface ShownFigures<Figures> {
  readonly results: readonly Figures[];
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
  readonly from: string;
  readonly to: string;
}

function shown<Figures extends object>(
  list: ListRequest,
  figures: readonly Figures[],
  { from, to }: MetricsWindow,
): ShownFigures<Figures> {
  const { items, total } = pageOfAll(list, figures);
  const { skip, limit } = list;
  return { results: items, total, skip, limit, from: from.toISOString(), to: to.toISOString() };
}
