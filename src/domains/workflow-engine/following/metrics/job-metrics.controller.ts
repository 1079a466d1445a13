import { Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../../api/operation.decorator.js';
import { QueryObject } from '../../../../api/query/query-object.decorator.js';
import { Clock } from '../../../../kernel/clock.js';
import { type Principal } from '../../../../kernel/principal.js';
import { JobMetrics } from './job-metrics.service.js';
import {
  JobMetricsAnswer,
  JobMetricsQuery,
  TaskMetricsAnswer,
  TaskMetricsQuery,
} from './metrics.dto.js';
import { type MetricsWindow, metricsWindow } from './metrics-window.js';

/** Jobs and tasks in numbers. */
@Controller()
export class JobMetricsController {
  constructor(
    private readonly metrics: JobMetrics,
    private readonly clock: Clock,
  ) {}

  @Operation('getJobMetrics', JobMetricsAnswer)
  async getJobMetrics(
    @QueryObject() query: JobMetricsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JobMetricsAnswer> {
    const window = metricsWindow(query, this.clock.now());
    const { items, all, ...rest } = await this.metrics.ofJobs(window, principal);
    return { results: items, summary: all, ...rest, ...shown(window) };
  }

  @Operation('getTaskMetrics', TaskMetricsAnswer)
  async getTaskMetrics(
    @QueryObject() query: TaskMetricsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TaskMetricsAnswer> {
    const window = metricsWindow(query, this.clock.now());
    const { items, ...rest } = await this.metrics.ofTasks(window, principal);
    return { results: items, ...rest, ...shown(window) };
  }
}

function shown({ from, to, skip, limit }: MetricsWindow): {
  from: string;
  to: string;
  skip: number;
  limit: number;
} {
  return { from: from.toISOString(), to: to.toISOString(), skip, limit };
}
