import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type StoredJobStart } from './job-start-request.js';
import { JOB_START_REQUEST_MODEL } from './job-start-request.schema.js';

/** A request without its variables. */
export type QueuedHead = Omit<StoredJobStart, 'variables'>;

/** The jobs that are to be started; none twice, because each is inserted under its own id. */
@Injectable()
export class JobStartRequestsRepository {
  constructor(
    @InjectModel(JOB_START_REQUEST_MODEL) private readonly requests: Model<StoredJobStart>,
  ) {}

  /** @returns false when there is one of this id already. */
  async insert(request: StoredJobStart): Promise<boolean> {
    try {
      await this.requests.create(request);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(jobId: string): Promise<StoredJobStart | null> {
    return this.requests.findOne({ _id: jobId }).lean<StoredJobStart>();
  }

  /** Whether a job of the trigger has not ended yet. */
  async hasUnended(triggerId: string): Promise<boolean> {
    const found = await this.requests
      .findOne({ triggerId, status: trusted({ $in: ['waiting', 'taken'] }) }, { _id: 1 })
      .hint('trigger')
      .lean<Pick<StoredJobStart, '_id'>>();
    return found !== null;
  }

  /** A job waits. */
  dueCondition(): DueCondition {
    return { collection: this.requests.collection.name, filter: () => ({ status: 'waiting' }) };
  }

  /** The account next in order of ids that has jobs waiting; null behind the last one. */
  async nextStarter(after: string): Promise<string | null> {
    const found = await this.requests
      .findOne({ status: 'waiting', startedBy: trusted({ $gt: after }) }, { startedBy: 1 })
      .sort({ startedBy: 1 })
      .hint('turns')
      .lean<Pick<StoredJobStart, 'startedBy'>>();
    return found?.startedBy ?? null;
  }

  /** Those of an account that wait, oldest first, without their variables, which may be large. */
  async findWaiting(startedBy: string, limit: number): Promise<readonly QueuedHead[]> {
    return this.requests
      .find({ status: 'waiting', startedBy }, { variables: 0 })
      .sort({ at: 1, _id: 1 })
      .limit(limit)
      .hint('turns')
      .lean<QueuedHead[]>();
  }

  /** The variables go: nobody reads them any more. */
  async markTaken(jobId: string): Promise<void> {
    await this.requests.updateOne(
      { _id: jobId, status: 'waiting' },
      { $set: { status: 'taken' }, $unset: { variables: 1 } },
    );
  }

  /** The variables go, where they have not yet. */
  async markEnded(jobId: string, endedAt: Date): Promise<void> {
    await this.requests.updateOne(
      { _id: jobId, status: trusted({ $ne: 'ended' }) },
      { $set: { status: 'ended', endedAt }, $unset: { variables: 1 } },
    );
  }
}
