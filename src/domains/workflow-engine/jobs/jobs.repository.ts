import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { JOB_MODEL } from './job.schema.js';
import { type StoredJob } from './stored-job.js';

/** The jobs. */
@Injectable()
export class JobsRepository {
  constructor(@InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>) {}

  async find(_id: string): Promise<StoredJob | null> {
    return this.jobs.collection.findOne<StoredJob>({ _id: _id as never });
  }
}
