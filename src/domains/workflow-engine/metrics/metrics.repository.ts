import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { type Principal } from '#kernel/principal.js';
import { jointlyReadableBy } from '#platform/database/gbac-filter.js';
import { allOf } from '#platform/database/text-match.js';
import { ITERATION_MODEL } from '../store/iteration.schema.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';
import { type MeasuredJob } from './job-figures.js';
import { type MetricsWindow } from './metrics-window.js';
import { type MeasuredRun } from './task-figures.js';

const JOB_FIELDS = { name: 1, planId: 1, status: 1, startedAt: 1, endedAt: 1 } as const;
const RUN_FIELDS = {
  app: 1,
  name: 1,
  kind: 1,
  status: 1,
  finish: 1,
  startedAt: 1,
  endedAt: 1,
} as const;
const JOBS_AT_ONCE = 200;

/** A job that is measured, by its id. */
export type MeasuredJobOfId = MeasuredJob & Pick<StoredJob, '_id'>;

/** What metrics are made of: the latest that a bound admits. */
@Injectable()
export class MetricsRepository {
  constructor(
    @InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>,
    @InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>,
  ) {}

  /** The latest jobs of the window that the caller may see. */
  async latestJobs(
    { from, to, workflow }: MetricsWindow,
    principal: Principal,
    limit: number,
  ): Promise<readonly MeasuredJobOfId[]> {
    const guard = jointlyReadableBy(principal, 'WorkFlowEngine').all;
    const named = workflow === undefined ? {} : { name: workflow };
    const within = { startedAt: trusted({ $gte: from, $lt: to }) };
    const isForAll = Object.keys(guard).length === 0;
    const general = isForAll ? 'list' : 'readable';
    return this.jobs
      .find(allOf([guard, named, within]), JOB_FIELDS)
      .sort({ startedAt: -1, _id: -1 })
      .limit(limit)
      .hint(workflow === undefined ? general : 'workflow')
      .lean<MeasuredJobOfId[]>();
  }

  /** Runs of the tasks of these jobs, at most so many. */
  async runsOf(
    jobIds: readonly string[],
    task: string | undefined,
    limit: number,
  ): Promise<readonly MeasuredRun[]> {
    const found: MeasuredRun[] = [];
    for (let at = 0; at < jobIds.length && found.length < limit; at += JOBS_AT_ONCE) {
      const ids = jobIds.slice(at, at + JOBS_AT_ONCE);
      const filter = { jobId: { $in: ids }, ...(task !== undefined && { name: task }) };
      const runs = await this.collection
        .find(filter, { projection: RUN_FIELDS, hint: 'job' })
        .limit(limit - found.length)
        .toArray();
      found.push(...runs);
    }
    return found;
  }

  /** How many jobs have this status now. */
  async countOf(status: StoredJob['status']): Promise<number> {
    return this.jobs.countDocuments({ status }).hint('status');
  }

  private get collection(): mongo.Collection<StoredIteration> {
    return this.iterations.collection as unknown as mongo.Collection<StoredIteration>;
  }
}
