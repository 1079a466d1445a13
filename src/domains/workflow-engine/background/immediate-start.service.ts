import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JobStartQueueService } from '../../automations/starting/job-start-queue.service.js';
import { taskStatus } from '../answer/progress.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { PlansService } from '../store/plans.service.js';
import { stateOf, type StoredJob } from '../store/stored-job.js';
import { JobStartQueueWorkerService } from './job-start-queue-worker.service.js';

type JobStatusSummary = NonNullable<Awaited<ReturnType<JobStartQueueService['startNow']>>>;

/** Creates jobs of the queue at once where their callers wait for an answer, and tells their state. */
@Injectable()
export class ImmediateStartService implements OnApplicationBootstrap {
  constructor(
    private readonly queue: JobStartQueueService,
    private readonly worker: JobStartQueueWorkerService,
    private readonly jobs: JobsRepository,
    private readonly plans: PlansService,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.onStartNow((jobId) => this.startNow(jobId));
  }

  private async startNow(jobId: string): Promise<JobStatusSummary | null> {
    await this.worker.takeNow(jobId);
    const job = await this.jobs.find(jobId);
    return job && summaryOf(job, (await this.plans.get(job.planId)).plan);
  }
}

function summaryOf(job: StoredJob, { tasks }: Plan): JobStatusSummary {
  const state = stateOf(job);
  const shown = tasks.flatMap(({ at, id, name }) => {
    const task = state.tasks[at];
    return task ? [[id, { name, status: taskStatus(state.status, task) }] as const] : [];
  });
  const { status, startedAt, endedAt } = job;
  return { status, startedAt, endedAt, tasks: Object.fromEntries(shown) };
}
