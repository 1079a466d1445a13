import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { EngineWrites } from '../store/engine-writes.js';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';

/** A job has no more: an event names all of them. */
const WATCHERS_MAX = 100;

/**
 * Who wants to hear of a job. This is no step, but it raises `rev` as one does: a node that keeps the job in
 * memory reads it anew before it tells anybody of the next step.
 */
@Injectable()
export class WatchersRepository {
  constructor(
    @InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>,
    private readonly writes: EngineWrites,
  ) {}

  /** @returns false when the job has as many as it may, or is gone. */
  async add(_id: string, username: string): Promise<boolean> {
    const hasRoom = { [`watchers.${String(WATCHERS_MAX - 1)}`]: trusted({ $exists: false }) };
    const { matchedCount } = await this.writes.run('watchers', (options) =>
      this.jobs
        .updateOne(
          { _id, $or: [hasRoom, { watchers: username }] },
          { $addToSet: { watchers: username }, $inc: { rev: 1 } },
          options,
        )
        .exec(),
    );
    return matchedCount === 1;
  }

  async remove(_id: string, username: string): Promise<void> {
    await this.writes.run('watchers', (options) =>
      this.jobs
        .updateOne(
          { _id, watchers: username },
          { $pull: { watchers: username }, $inc: { rev: 1 } },
          options,
        )
        .exec(),
    );
  }
}
