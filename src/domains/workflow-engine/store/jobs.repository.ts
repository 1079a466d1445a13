import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo } from 'mongoose';
import { FINAL_STATUSES } from '../../../cores/engine/job-state.js';
import { ListTotals } from '../../../platform/database/list-totals.js';
import { type Clock } from '../../../kernel/clock.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import {
  conditionalUpdate,
  type ConditionalUpdate,
} from '../../../platform/work/conditional-update.js';
import { Batch } from '../../../platform/concurrency/batch.js';
import { EngineWrites } from './engine-writes.js';
import { JOB_MODEL, JOB_TOTALS } from './job.schema.js';
import { type StoredJob } from './stored-job.js';

const INSERTS_AT_ONCE = 200;
const STEPS_AT_ONCE = 100;
/** A job whose state is longer, in characters, is written alone: others do not wait for it. */
const STATE_LENGTH_MAX = 64 * 1024;

/** What a step changes of a job. */
export type JobChange = Pick<
  StoredJob,
  | 'status'
  | 'description'
  | 'endedAt'
  | 'updatedAt'
  | 'standsAt'
  | 'secrets'
  | 'state'
  | 'outbox'
  | 'wakeAt'
  | 'takesPlace'
  | 'queuedDepth'
  | 'canceledFromAbove'
  | 'parentRev'
  | 'mendedRev'
  | 'keptBytes'
  | 'keptUnits'
> &
  Partial<Pick<StoredJob, 'mocks' | 'answerable' | 'name' | 'workflowId' | 'planId'>>;

/** One step of one job. */
export interface JobStep {
  readonly _id: string;
  /** That the job has before. */
  readonly rev: number;
  readonly change: JobChange;
}

/** An outbox that is carried out. */
export interface DoneOutbox {
  readonly _id: string;
  /** The job is left alone if it has another one by now. */
  readonly rev: number;
  /** When the job must be looked at next. */
  readonly wakeAt: Date | null;
}

/** What is known of a job without its state. */
export type JobHead = Omit<StoredJob, 'state' | 'outbox' | 'mocks' | 'secrets'>;

/** What is read of a job that another one started. */
export type StartedChild = Pick<StoredJob, '_id' | 'name' | 'parent' | 'gbac'>;

/** A job that must be looked at. */
export type DueJob = Pick<StoredJob, '_id' | 'rev' | 'wakeAt'>;

/** The same, with whose turn it is when it is looked at. */
export type WaitingJob = DueJob & Pick<StoredJob, 'rootStarter' | 'rootId'>;

type Jobs = mongo.Collection<StoredJob>;

/** The jobs. The driver is called without Mongoose: nothing here comes from outside but ids. */
@Injectable()
export class JobsRepository {
  private readonly inserts: Batch<StoredJob, boolean>;
  private readonly steps: Batch<JobStep, boolean>;

  constructor(
    @InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>,
    private readonly writes: EngineWrites,
    private readonly totals: ListTotals,
  ) {
    this.inserts = new Batch((jobs) => this.insertAll(jobs), INSERTS_AT_ONCE);
    this.steps = new Batch((steps) => this.stepAll(steps), STEPS_AT_ONCE);
  }

  private get collection(): Jobs {
    return this.jobs.collection as unknown as Jobs;
  }

  async find(_id: string): Promise<StoredJob | null> {
    const found = await this.collection.findOne({ _id });
    return found && withFamily<StoredJob>(found);
  }

  /** The jobs that these runs of tasks have started, by their places. */
  async startedBy(runs: readonly string[], limit: number): Promise<readonly StartedChild[]> {
    if (runs.length === 0) return [];
    return this.collection
      .find({ 'parent.iteration': { $in: [...runs] } })
      .project<StartedChild>({ name: 1, parent: 1, gbac: 1 })
      .sort({ 'parent.iteration': 1, 'parent.index': 1 })
      .limit(limit)
      .hint('children')
      .toArray();
  }

  /** @returns false when there is one of this id. */
  async insert(job: StoredJob): Promise<boolean> {
    return this.inserts.add(job);
  }

  /** @returns false when the job does not have this revision any more. */
  async step(step: JobStep): Promise<boolean> {
    const { filter, update } = writeOf(step);
    const write = (): Promise<mongo.UpdateResult> =>
      this.writes.run('job-step', (options) => this.collection.updateOne(filter, update, options));
    // Lists of a workflow do not look at old jobs again.
    const isMoved = step.change.workflowId !== undefined;
    const { modifiedCount } = isMoved
      ? await this.totals.whileChanging(JOB_TOTALS, write)
      : await write();
    return modifiedCount === 1;
  }

  /**
   * The same together with steps of other jobs, for an event that does no harm when it comes again: a job that
   * another node has written right afterwards counts as not written.
   */
  async stepTogether(step: JobStep): Promise<boolean> {
    return step.change.state.length > STATE_LENGTH_MAX ? this.step(step) : this.steps.add(step);
  }

  /** How much the jobs of families keep, with their iterations, whose roots this account has started. */
  async keptUnitsOf(rootStarter: string): Promise<number> {
    const [sum] = await this.collection
      .aggregate<{ units: number }>(
        [
          { $match: { rootStarter, keptUnits: { $gt: 0 } } },
          { $group: { _id: null, units: { $sum: '$keptUnits' } } },
        ],
        { hint: 'kept' },
      )
      .toArray();
    return sum?.units ?? 0;
  }

  /** Empties outboxes that are carried out. */
  async finishOutboxes(done: readonly DoneOutbox[]): Promise<void> {
    if (done.length === 0) return;
    const operations = done.map(({ _id, rev, wakeAt }) => ({
      updateOne: conditionalUpdate<StoredJob>(_id, isAt(rev), { outbox: null, wakeAt }),
    }));
    await this.writes.run('job-done', (options) =>
      this.collection.bulkWrite(operations, { ordered: false, ...options }),
    );
  }

  /**
   * Has a job looked at later: whoever does this is the one who looks at it now.
   * @returns false when somebody else does, or the job has gone on.
   */
  async postpone(job: DueJob, wakeAt: Date): Promise<boolean> {
    const { _id, rev } = job;
    const { matchedCount } = await this.writes.run('job-outbox', (options) =>
      this.collection.updateOne({ _id, rev, wakeAt: job.wakeAt }, { $set: { wakeAt } }, options),
    );
    return matchedCount === 1;
  }

  /** One must be looked at. */
  dueCondition(clock: Clock): DueCondition {
    return { collection: this.collection.collectionName, filter: () => dueBy(clock.now()) };
  }

  /** Those that must be looked at by this time, the longest due first. */
  async findDue(by: Date, limit: number): Promise<readonly WaitingJob[]> {
    return this.collection
      .find(dueBy(by), {
        projection: { wakeAt: 1, rev: 1, rootStarter: 1, rootId: 1 },
        hint: 'wake',
      })
      .sort({ wakeAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
  }

  /** The children of an iteration in the order of their index, with their states. */
  async childrenOf(iteration: string): Promise<readonly StoredJob[]> {
    return this.collection
      .find({ 'parent.iteration': iteration }, { hint: 'children' })
      .sort({ 'parent.index': 1 })
      .toArray();
  }

  /** Children of an iteration that have not ended, and that a control of this revision has not reached. */
  async openChildrenOf(iteration: string, parentRev: number): Promise<readonly string[]> {
    const found = await this.collection
      .find(
        {
          'parent.iteration': iteration,
          status: { $nin: FINAL_STATUSES },
          parentRev: { $lt: parentRev },
        },
        { projection: { _id: 1 }, hint: 'children' },
      )
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Those of the ids that there are, without their states. */
  async findHeads(ids: readonly string[]): Promise<readonly JobHead[]> {
    const found = await this.collection
      .find(
        { _id: { $in: [...ids] } },
        { projection: { state: 0, outbox: 0, mocks: 0, secrets: 0 }, hint: '_id_' },
      )
      .toArray();
    return found.map((head) => withFamily<JobHead>(head));
  }

  private async stepAll(steps: readonly JobStep[]): Promise<readonly boolean[]> {
    const operations = steps.map((step) => ({ updateOne: writeOf(step) }));
    const { modifiedCount } = await this.writes.run('job-step', (options) =>
      this.collection.bulkWrite(operations, { ordered: false, ...options }),
    );
    if (modifiedCount === steps.length) return steps.map(() => true);
    // The command does not tell which of them it found.
    const found = await this.collection
      .find(
        { _id: { $in: steps.map(({ _id }) => _id) } },
        { projection: { rev: 1, state: 1, updatedAt: 1 }, hint: '_id_' },
      )
      .toArray();
    const byId = new Map(found.map((job) => [job._id, job]));
    return steps.map(({ _id, rev, change }) => {
      const job = byId.get(_id);
      const isLatest =
        job?.rev === rev + 1 && job.updatedAt.getTime() === change.updatedAt.getTime();
      return isLatest && job.state === change.state;
    });
  }

  private async insertAll(jobs: readonly StoredJob[]): Promise<readonly boolean[]> {
    try {
      await this.writes.run('job-insert', (options) =>
        this.collection.insertMany([...jobs], { ordered: false, ...options }),
      );
      return jobs.map(() => true);
    } catch (error) {
      const refused = repeatsIn(error);
      return jobs.map((_, index) => !refused.has(index));
    }
  }
}

function writeOf({ _id, rev, change }: JobStep): ConditionalUpdate<StoredJob> {
  return conditionalUpdate(_id, isAt(rev), { $literal: { ...change, rev: rev + 1 } });
}

/** An expression: the job has this revision. */
function isAt(rev: number): mongo.Document {
  return { $eq: ['$rev', rev] };
}

/**
 * Which of the inserts were refused because there is a document of that id.
 * @throws the error itself when anything else went wrong.
 */
export function repeatsIn(error: unknown): ReadonlySet<number> {
  if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
  const faults = [error.writeErrors].flat();
  if (faults.some(({ code }) => code !== error.code)) throw error;
  return new Set(faults.map(({ index }) => index));
}

type FamilyFields = Pick<
  StoredJob,
  'rootId' | 'rootStarter' | 'takesPlace' | 'queuedDepth' | 'canceledFromAbove' | 'descendants'
>;
type Read = Pick<StoredJob, '_id' | 'ancestors' | 'startedBy'>;

const NONE = { takesPlace: false, queuedDepth: null, canceledFromAbove: null, descendants: 0 };

/**
 * A job as it is read. One that a node without families has stored, while it runs beside newer ones, names none;
 * `FamiliesRepository.nameFamilies` writes them down.
 */
function withFamily<T extends Read>(
  job: Omit<T, keyof FamilyFields> & Partial<FamilyFields> & Read,
): T {
  if (job.rootId !== undefined) return job as unknown as T; // it is not copied: jobs are large
  const family: FamilyFields = {
    ...NONE,
    rootId: job.ancestors[0] ?? job._id,
    rootStarter: job.startedBy?.id ?? '',
  };
  return { ...family, ...job } as unknown as T; // T without its family, and its family
}

function dueBy(time: Date): mongo.Filter<StoredJob> {
  return { wakeAt: { $type: 'date', $lte: time } };
}
