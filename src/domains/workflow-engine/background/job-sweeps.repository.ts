import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { FINAL_STATUSES } from '../../../cores/engine/job-state.js';
import { ITERATION_MODEL } from '../store/iteration.schema.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { EngineWrites } from '../store/engine-writes.js';
import { JOB_MODEL, JOB_PLAN_MODEL, type StoredPlanPiece } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';
import { JobValueFilesRepository } from '../store/values/job-value-files.repository.js';

/** What is known of a job that has ended. */
export type EndedJob = Pick<StoredJob, '_id' | 'name' | 'planId' | 'ancestors' | 'endedAt'>;

/** After which of the ended jobs the next ones come. */
export type AfterEnded = Pick<EndedJob, '_id' | 'endedAt'>;

/** Removes what is left of jobs. What refers to a thing goes after the thing itself, so nothing is forgotten. */
@Injectable()
export class JobSweepsRepository {
  // eslint-disable-next-line max-params -- three collections, the files of large values, named writes
  constructor(
    @InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>,
    @InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>,
    @InjectModel(JOB_PLAN_MODEL) private readonly plans: Model<StoredPlanPiece>,
    private readonly values: JobValueFilesRepository,
    private readonly writes: EngineWrites,
  ) {}

  private get jobCollection(): mongo.Collection<StoredJob> {
    return this.jobs.collection as unknown as mongo.Collection<StoredJob>;
  }

  private get planCollection(): mongo.Collection<StoredPlanPiece> {
    return this.plans.collection as unknown as mongo.Collection<StoredPlanPiece>;
  }

  /** Jobs that ended before this time, those that ended first. */
  async endedBefore(
    before: Date,
    after: AfterEnded | undefined,
    limit: number,
  ): Promise<readonly EndedJob[]> {
    const next = after && {
      $or: [
        { endedAt: { $gt: after.endedAt } },
        { endedAt: after.endedAt, _id: { $gt: after._id } },
      ],
    };
    const projection = { name: 1, planId: 1, ancestors: 1, endedAt: 1 };
    return this.jobCollection
      .find(
        { status: { $in: FINAL_STATUSES }, endedAt: { $gte: new Date(0), $lt: before }, ...next },
        { projection, hint: 'endedByStatus' },
      )
      .sort({ endedAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
  }

  /** Those of the ids whose jobs have not ended, or ended later than this. */
  async stillKept(ids: readonly string[], before: Date): Promise<ReadonlySet<string>> {
    const found = await this.jobCollection
      .find(
        { _id: { $in: [...ids] }, $or: [{ endedAt: null }, { endedAt: { $gte: before } }] },
        { projection: { _id: 1 }, hint: '_id_' },
      )
      .toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Removes jobs with all that belongs to them. */
  async remove(ids: readonly string[]): Promise<void> {
    const of = { $in: [...ids] };
    await this.values.removeOfJobs(ids);
    await this.writes.run('iterations-sweep', (options) =>
      this.iterations.collection.deleteMany({ jobId: of }, { ...options, hint: 'job' }),
    );
    await this.writes.run('job-sweep', (options) =>
      this.jobCollection.deleteMany({ _id: of }, options),
    );
  }

  /** Removes a plan that no job of the workflow uses any more, unless it was used since. */
  async removePlan(name: string, planId: string, before: Date): Promise<void> {
    const used = await this.jobCollection.findOne(
      { name, planId },
      { projection: { _id: 1 }, hint: 'workflow' },
    );
    if (used) return;
    await this.writes.run('plan-sweep', (options) =>
      this.planCollection.deleteMany({ planId, usedAt: { $lt: before } }, options),
    );
  }

  /** Every text in which a job can refer to a value, one after the other. */
  async *textsOf(jobId: string): AsyncGenerator<string> {
    const job = await this.jobCollection.findOne({ _id: jobId });
    if (job) yield job.state + (job.outbox ?? '');
    const projection = { input: 1, output: 1, error: 1, outcome: 1 };
    const cursor = this.iterations.collection.find<StoredIteration>(
      { jobId },
      { projection, hint: 'job' },
    );
    for await (const { input, output, error, outcome } of cursor) {
      yield [input, output, error, outcome].join(' ');
    }
  }
}
