import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { readsById } from '../../../platform/concurrency/batch.js';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';

const AT_ONCE = 100;
const PARTS = [
  'name',
  'planId',
  'parent',
  'rootStarter',
  'startedBy',
  'startedWith',
  'answerable',
  'mocks',
  'secrets',
] as const;

/** What a worker needs to know of a job. */
export type WorkerJob = Pick<StoredJob, '_id' | (typeof PARTS)[number]>;

type Read = Omit<WorkerJob, 'rootStarter'> & Partial<WorkerJob>;

/** Jobs as workers see them: without the state, which can be large. Those of many tasks are read together. */
@Injectable()
export class WorkerJobsRepository {
  private readonly reads = readsById((ids) => this.read(ids), AT_ONCE);

  constructor(@InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>) {}

  async find(_id: string): Promise<WorkerJob | undefined> {
    return this.reads.add(_id);
  }

  private async read(ids: readonly string[]): Promise<readonly WorkerJob[]> {
    const projection = Object.fromEntries(PARTS.map((part) => [part, 1]));
    const found = await this.jobs.collection
      .find<Read>({ _id: { $in: ids as never[] } }, { projection, hint: '_id_' })
      .toArray();
    // An older node names no starter of the family.
    return found.map((job) => ({
      ...job,
      rootStarter: job.rootStarter ?? job.startedBy?.id ?? '',
    }));
  }
}
