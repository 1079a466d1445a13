import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { JOB_MODEL } from './job.schema.js';
import { type StoredJob } from './stored-job.js';

const QUEUED: mongo.Filter<StoredJob> = { queuedDepth: { $type: 'int' } };

/** The jobs that wait for their turn to begin. */
@Injectable()
export class ChildQueueRepository {
  constructor(@InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>) {}

  private get collection(): mongo.Collection<StoredJob> {
    return this.jobs.collection as unknown as mongo.Collection<StoredJob>;
  }

  /** Something waits. */
  dueCondition(): DueCondition {
    // All have a starter, with which the index begins.
    const filter = (): mongo.Document => ({ ...QUEUED, rootStarter: { $type: 'string' } });
    return { collection: this.collection.collectionName, filter };
  }

  /** The next account after this one of whose families something waits; the first one after null. */
  async starterAfter(starter: string | null): Promise<string | undefined> {
    const after = starter === null ? {} : { rootStarter: { $gt: starter } };
    const [found] = await this.collection
      .find({ ...QUEUED, ...after }, { projection: { rootStarter: 1 }, hint: 'queued' })
      .sort({ rootStarter: 1 })
      .limit(1)
      .toArray();
    return found?.rootStarter;
  }

  /** The same for the families of an account. */
  async familyAfter(rootStarter: string, family: string | null): Promise<string | undefined> {
    const after = family === null ? {} : { rootId: { $gt: family } };
    const [found] = await this.collection
      .find({ ...QUEUED, rootStarter, ...after }, { projection: { rootId: 1 }, hint: 'queued' })
      .sort({ rootId: 1 })
      .limit(1)
      .toArray();
    return found?.rootId;
  }

  /** The next of a family: the deepest first, so that what is begun ends before more is. */
  async nextOf(
    { rootStarter, rootId }: Pick<StoredJob, 'rootStarter' | 'rootId'>,
    without: readonly string[],
    limit: number,
  ): Promise<readonly string[]> {
    const found = await this.collection
      .find(
        { ...QUEUED, rootStarter, rootId, _id: { $nin: [...without] } },
        { projection: { _id: 1 }, hint: 'queued' },
      )
      .sort({ queuedDepth: -1, 'parent.iteration': 1, 'parent.index': 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }
}
