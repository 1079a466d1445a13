import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { Batch } from '../../../platform/concurrency/batch.js';
import { conditionalUpdate } from '../../../platform/work/conditional-update.js';
import { EngineWrites } from './engine-writes.js';
import { repeatsIn } from './jobs.repository.js';
import { ITERATION_MODEL } from './iteration.schema.js';
import { type ManualFinisher, type StoredIteration } from './stored-iteration.js';

const AT_ONCE = 500;
/** An expression. */
const IS_RUNNING = { $eq: ['$status', 'running'] };

/** How an iteration has ended. */
export type IterationEnding = Pick<
  StoredIteration,
  '_id' | 'status' | 'finish' | 'output' | 'error' | 'endedAt'
> &
  Partial<Pick<StoredIteration, 'mocked'>>;

/** The runs of tasks, of all jobs. Those of many jobs are written together. */
@Injectable()
export class IterationsRepository {
  private readonly inserts: Batch<StoredIteration, boolean>;
  private readonly endings: Batch<IterationEnding, undefined>;

  constructor(
    @InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>,
    private readonly writes: EngineWrites,
  ) {
    this.inserts = new Batch((items) => this.insertAll(items), AT_ONCE);
    this.endings = new Batch((items) => this.closeAll(items), AT_ONCE);
  }

  private get collection(): mongo.Collection<StoredIteration> {
    return this.iterations.collection as unknown as mongo.Collection<StoredIteration>;
  }

  async find(_id: string): Promise<StoredIteration | null> {
    return this.collection.findOne({ _id });
  }

  /** @returns for each whether it is new; one of its id that is there already stays as it is. */
  async insert(iterations: readonly StoredIteration[]): Promise<readonly boolean[]> {
    return this.inserts.addAll(iterations);
  }

  /** Writes down how iterations ended; those that have ended stay as they are. */
  async close(endings: readonly IterationEnding[]): Promise<void> {
    await this.endings.addAll(endings);
  }

  /** Who finished the latest iteration of a manual task. */
  async workerOf(jobId: string, task: string): Promise<ManualFinisher | undefined> {
    const [latest] = await this.collection
      .find({ jobId, task, kind: 'manual' }, { projection: { manual: 1 }, hint: 'task' })
      .sort({ number: -1 })
      .limit(1)
      .toArray();
    return latest?.manual?.finishedBy ?? undefined;
  }

  private async insertAll(items: readonly StoredIteration[]): Promise<readonly boolean[]> {
    try {
      await this.writes.run('iterations-insert', (options) =>
        this.collection.insertMany([...items], { ordered: false, ...options }),
      );
      return items.map(() => true);
    } catch (error) {
      const refused = repeatsIn(error);
      return items.map((_, index) => !refused.has(index));
    }
  }

  private async closeAll(items: readonly IterationEnding[]): Promise<readonly undefined[]> {
    const operations = items.map(({ _id, ...ending }) => {
      const over = { outcome: null, delivered: true, claimableAt: null, listensTo: null };
      const change = { $literal: { ...ending, ...over } };
      return { updateOne: conditionalUpdate<StoredIteration>(_id, IS_RUNNING, change) };
    });
    await this.writes.run('iterations-close', (options) =>
      this.collection.bulkWrite(operations, { ordered: false, ...options }),
    );
    return items.map(() => undefined);
  }
}
