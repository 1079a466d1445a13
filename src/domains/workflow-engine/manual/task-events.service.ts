import { Injectable } from '@nestjs/common';
import { JobPublicationsService } from '../publishing/job-publications.service.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { type StoredManualTask } from './stored-manual-task.js';

/** Tells of manual tasks as events, which name their jobs. */
@Injectable()
export class TaskEventsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly publications: JobPublicationsService,
  ) {}

  /** A task has gone to somebody. */
  async assigned(
    task: StoredManualTask,
    to: { readonly owner: string; readonly at: Date },
  ): Promise<void> {
    const job = await this.jobs.find(task.jobId);
    if (job) await this.publications.assigned(job, task, to);
  }

  /** A task was not worked in time. */
  async overdue(task: StoredManualTask): Promise<void> {
    const job = await this.jobs.find(task.jobId);
    if (job) await this.publications.overdue(job, task);
  }
}
