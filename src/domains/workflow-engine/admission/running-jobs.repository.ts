import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';

/** Whose jobs are counted: those of a family, of all families of an account, or all. */
export interface CountedJobs {
  readonly rootStarter?: string;
  readonly rootId?: string;
}

/** Counts the jobs that run. */
@Injectable()
export class RunningJobsRepository {
  constructor(@InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>) {}

  /** Counts those that are at work, up to `max`. */
  async countPlaces(of: CountedJobs, max: number): Promise<number> {
    return this.jobs
      .countDocuments({ ...of, takesPlace: true })
      .limit(max)
      .hint('places');
  }

  /** Counts those of a workflow up to `max`. */
  async countOf(workflowId: string, max: number): Promise<number> {
    const filter = { workflowId, status: 'running' as const };
    return this.jobs.countDocuments(filter).limit(max).hint('running');
  }
}
