import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { Batch } from '../../../platform/concurrency/batch.js';
import { LeasedWork } from '../../../platform/work/leased-work.js';
import { type LeaseEnd, type Leases } from '../../../platform/work/leases.js';
import { EngineWrites } from '../store/engine-writes.js';
import { ITERATION_MODEL } from '../store/iteration.schema.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { heldBy, TASK_LEASES } from './task-lease-rules.js';

const AT_ONCE = 100;
/** A longer outcome, in characters, is written alone: others do not wait for it, nor fail with it. */
const LENGTH_MAX = 64 * 1024;
/** Of an iteration whose holder has written down what came of it. */
const FINISHED = { claimableAt: null, outcome: { $type: 'string' } };

/** What a worker wrote down, for who tells the job. */
export interface UndeliveredOutcome {
  readonly _id: string;
  readonly jobId: string;
  readonly task: string;
  readonly outcome: string;
}

/** What came of dispatched tasks, until their jobs have heard of it. Outcomes of many tasks are written together. */
@Injectable()
export class TaskOutcomesRepository {
  private readonly leases: Leases<StoredIteration>;
  private readonly ends: Batch<LeaseEnd, boolean>;

  constructor(
    @InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>,
    private readonly writes: EngineWrites,
    work: LeasedWork,
  ) {
    this.leases = work.of(iterations, TASK_LEASES);
    this.ends = new Batch((ends) => this.finishAll(ends), AT_ONCE);
  }

  private get collection(): mongo.Collection<StoredIteration> {
    return this.iterations.collection as unknown as mongo.Collection<StoredIteration>;
  }

  /** Writes down what came of an iteration. @returns false when somebody else has it, or it is over. */
  async finish(
    { _id, lease }: StoredIteration,
    outcome: string,
    mocked: boolean,
  ): Promise<boolean> {
    if (lease === null) return false;
    const change = {
      outcome: { $literal: outcome },
      outcomeAt: '$$NOW',
      delivered: false,
      claimableAt: null,
      mocked: { $literal: mocked },
    };
    const end = { held: heldBy(_id, lease), change };
    if (outcome.length <= LENGTH_MAX) return this.ends.add(end);
    return this.writes.run('iteration-outcome', (options) =>
      this.leases.finish(end.held, [{ $set: change }], options),
    );
  }

  /** An outcome was written down so long ago, in milliseconds, and no step has heard of it. */
  dueCondition(agedMs: number): DueCondition {
    return { collection: this.collection.collectionName, filter: () => undelivered(agedMs) };
  }

  /** What workers wrote down a while ago and no step has heard of, the oldest first. */
  async undelivered(
    agedMs: number,
    without: readonly string[],
    limit: number,
  ): Promise<readonly UndeliveredOutcome[]> {
    const found = await this.collection
      .find(
        { ...undelivered(agedMs), _id: { $nin: [...without] } },
        { projection: { jobId: 1, task: 1, outcome: 1 }, hint: 'undelivered' },
      )
      .sort({ outcomeAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.flatMap(({ _id, jobId, task, outcome }) =>
      outcome === null ? [] : [{ _id, jobId, task, outcome }],
    );
  }

  /** Their jobs have heard of them. */
  async markDelivered(ids: readonly string[]): Promise<void> {
    await this.writes.run('iteration-delivered', (options) =>
      this.collection.updateMany(
        { _id: { $in: [...ids] }, delivered: false },
        { $set: { delivered: true } },
        options,
      ),
    );
  }

  private finishAll(ends: readonly LeaseEnd[]): Promise<readonly boolean[]> {
    return this.writes.run('iteration-outcome', (options) =>
      this.leases.finishAll(ends, FINISHED, options),
    );
  }
}

function undelivered(agedMs: number): mongo.Filter<StoredIteration> {
  return { delivered: false, $expr: { $lte: ['$outcomeAt', { $subtract: ['$$NOW', agedMs] }] } };
}
