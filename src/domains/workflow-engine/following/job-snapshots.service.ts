import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { assertMayRead } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { PlansService } from '../store/plans.service.js';
import { stateOf } from '../store/stored-job.js';
import { type JobSnapshot, jobSnapshot } from './job-snapshot.js';

/** Where jobs stand. */
@Injectable()
export class JobSnapshotsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly plans: PlansService,
  ) {}

  /** Null for a job that is not there any more. */
  async find(jobId: string): Promise<JobSnapshot | null> {
    const job = await this.jobs.find(jobId);
    if (!job) return null;
    const { plan } = await this.plans.get(job.planId);
    return jobSnapshot(job, plan, stateOf(job));
  }

  /** @throws AppError `not-found` for a job that is not there, or that the caller may not see. */
  async assertVisible(jobId: string, principal: Principal): Promise<void> {
    const job = await this.jobs.find(jobId);
    if (!job) throw notFound('Job', jobId);
    const { gbac } = job;
    assertMayRead(principal, { what: 'Job', name: jobId, application: 'WorkFlowEngine', gbac });
  }
}
