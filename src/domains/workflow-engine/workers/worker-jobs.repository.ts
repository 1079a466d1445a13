import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';

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

/** Jobs as workers see them: without the state, which can be large. */
@Injectable()
export class WorkerJobsRepository {
  constructor(@InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>) {}

  async find(_id: string): Promise<WorkerJob | null> {
    const projection = Object.fromEntries(PARTS.map((part) => [part, 1]));
    const found = await this.jobs.collection.findOne<
      Omit<WorkerJob, 'rootStarter'> & Partial<WorkerJob>
    >({ _id: _id as never }, { projection });
    // An older node names none.
    return found && { ...found, rootStarter: found.rootStarter ?? found.startedBy?.id ?? '' };
  }
}
