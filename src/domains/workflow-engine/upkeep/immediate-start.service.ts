import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JobStartQueueService } from '../../automations/starting/job-start-queue.service.js';
import { taskStatus } from '../answer/task-status.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { PlansService } from '../store/plans.service.js';
import { stateOf } from '../store/state-of.js';
import { type StoredJob } from '../store/stored-job.js';
import { StartRequestsService } from './start-requests.service.js';

type BegunJob = NonNullable<Awaited<ReturnType<JobStartQueueService['begun']>>>;

/** Begins jobs whose callers wait for an answer, and says how they stand. */
@Injectable()
export class ImmediateStartService implements OnApplicationBootstrap {
  constructor(
    private readonly starter: JobStartQueueService,
    private readonly requests: StartRequestsService,
    private readonly jobs: JobsRepository,
    private readonly plans: PlansService,
  ) {}

  onApplicationBootstrap(): void {
    this.starter.whenCalled((jobId) => this.begin(jobId));
  }

  private async begin(jobId: string): Promise<BegunJob | null> {
    await this.requests.takeNow(jobId);
    const job = await this.jobs.find(jobId);
    return job && begunOf(job, (await this.plans.get(job.planId)).plan);
  }
}

function begunOf(job: StoredJob, { tasks }: Plan): BegunJob {
  const state = stateOf(job);
  const shown = tasks.flatMap(({ at, id, name }) => {
    const task = state.tasks[at];
    return task ? [[id, { name, status: taskStatus(state.status, task) }] as const] : [];
  });
  const { status, startedAt, endedAt } = job;
  return { status, startedAt, endedAt, tasks: Object.fromEntries(shown) };
}
