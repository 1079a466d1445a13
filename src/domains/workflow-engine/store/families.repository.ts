import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { EngineWrites } from './engine-writes.js';
import { JOB_MODEL } from './job.schema.js';
import { type StoredJob } from './stored-job.js';

/** What a job below a canceled one becomes at once; its state follows when it is settled. */
type CanceledRow = Pick<
  StoredJob,
  | 'status'
  | 'endedAt'
  | 'updatedAt'
  | 'standsAt'
  | 'wakeAt'
  | 'takesPlace'
  | 'queuedDepth'
  | 'canceledFromAbove'
>;

/** So many commands cancel a family: a database with several cores needs less time. */
const AT_ONCE = 4;

const UNSETTLED: mongo.Filter<StoredJob> = { canceledFromAbove: { $type: 'date' } };

/** Jobs with all that they have started, in few commands however many they are. */
@Injectable()
export class FamiliesRepository {
  constructor(
    @InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>,
    private readonly writes: EngineWrites,
  ) {}

  private get collection(): mongo.Collection<StoredJob> {
    return this.jobs.collection as unknown as mongo.Collection<StoredJob>;
  }

  /** Ids of the children of an iteration. */
  async childIdsOf(iteration: string): Promise<readonly string[]> {
    const found = await this.collection
      .find({ 'parent.iteration': iteration }, { projection: { _id: 1 }, hint: 'children' })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /**
   * Cancels jobs of one family with all that is below them, begun or not. Steps that are computed meanwhile
   * find another revision.
   */
  async cancel(rootId: string, ids: readonly string[], now: Date): Promise<void> {
    if (ids.length === 0) return;
    const row: CanceledRow = {
      status: 'canceled',
      endedAt: now,
      updatedAt: now,
      standsAt: [],
      wakeAt: null,
      takesPlace: false,
      queuedDepth: null,
      canceledFromAbove: now,
    };
    const size = Math.ceil(ids.length / AT_ONCE);
    const count = Math.ceil(ids.length / size);
    const parts = Array.from({ length: count }, (_, at) => ids.slice(at * size, (at + 1) * size));
    const canceling = parts.map((part) =>
      this.writes.run('family-cancel', (options) =>
        this.collection.updateMany(
          { rootId, endedAt: null, ancestors: { $in: part } },
          { $set: row, $inc: { rev: 1 } },
          { hint: 'family', ...options },
        ),
      ),
    );
    await Promise.all(canceling);
  }

  /** Whether one of the jobs was canceled. */
  async isAnyCanceled(ids: readonly string[]): Promise<boolean> {
    const found = await this.collection.findOne(
      { _id: { $in: [...ids] }, status: 'canceled' },
      { projection: { _id: 1 }, hint: '_id_' },
    );
    return found !== null;
  }

  /** There is an unsettled one. */
  dueCondition(): DueCondition {
    return { collection: this.collection.collectionName, filter: () => UNSETTLED };
  }

  /** Jobs whose states do not say yet that they were canceled with one above them. */
  async unsettled(without: readonly string[], limit: number): Promise<readonly string[]> {
    const found = await this.collection
      .find(
        { ...UNSETTLED, _id: { $nin: [...without] } },
        { projection: { _id: 1 }, hint: 'canceled' },
      )
      .sort({ canceledFromAbove: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Names the families of jobs that a node has stored which knows none, while it runs beside newer ones. */
  async nameFamilies(): Promise<void> {
    const fields = {
      rootId: { $ifNull: [{ $arrayElemAt: ['$ancestors', 0] }, '$_id'] },
      rootStarter: { $ifNull: ['$startedBy.id', ''] },
      takesPlace: { $ifNull: ['$takesPlace', false] },
      queuedDepth: { $ifNull: ['$queuedDepth', null] },
      canceledFromAbove: { $ifNull: ['$canceledFromAbove', null] },
      descendants: { $ifNull: ['$descendants', 0] },
    };
    const nameless = { rootId: null } as unknown as mongo.Filter<StoredJob>;
    await this.writes.run('family-mend', (options) =>
      this.collection.updateMany(nameless, [{ $set: fields }], { hint: 'family', ...options }),
    );
  }

  /** Frees places of jobs that have ended on such a node. */
  async freePlaces(): Promise<void> {
    await this.writes.run('family-mend', (options) =>
      this.collection.updateMany(
        { takesPlace: true, endedAt: { $type: 'date' } },
        { $set: { takesPlace: false } },
        { hint: 'places', ...options },
      ),
    );
  }

  /** More jobs have been started below this one. */
  async countDescendants(rootId: string, more: number): Promise<void> {
    await this.writes.run('family-count', (options) =>
      this.collection.updateOne({ _id: rootId }, { $inc: { descendants: more } }, options),
    );
  }
}
