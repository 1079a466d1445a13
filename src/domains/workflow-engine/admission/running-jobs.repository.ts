import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { JOB_MODEL } from '../jobs/job.schema.js';
import { type StoredJob } from '../jobs/stored-job.js';

/** Counts the jobs that run. */
@Injectable()
export class RunningJobsRepository {
  constructor(@InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>) {}

  /** Counts up to `max`. */
  async count(max: number): Promise<number> {
    return this.jobs.countDocuments({ status: 'running' }).limit(max).hint('status');
  }

  /** Counts those of a workflow up to `max`. */
  async countOf(workflowId: string, max: number): Promise<number> {
    const filter = { workflowId, status: 'running' as const };
    return this.jobs.countDocuments(filter).limit(max).hint('running');
  }
}
