import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';

/** What is known of a followed job without reading it. */
export type FollowedJob = Pick<StoredJob, '_id' | 'rev' | 'gbac'>;

/** Jobs that somebody follows. */
@Injectable()
export class FollowedJobsRepository {
  constructor(@InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>) {}

  /** How far they are, and who may see them; one query however many there are. */
  async heads(ids: readonly string[]): Promise<ReadonlyMap<string, FollowedJob>> {
    const found = await this.collection
      .find({ _id: { $in: [...new Set(ids)] } }, { projection: { rev: 1, gbac: 1 } })
      .toArray();
    return new Map(found.map((job) => [job._id, job]));
  }

  private get collection(): mongo.Collection<StoredJob> {
    return this.jobs.collection as unknown as mongo.Collection<StoredJob>;
  }
}
