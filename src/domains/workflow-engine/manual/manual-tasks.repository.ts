import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { type Clock } from '../../../kernel/clock.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { passingRole } from '../../../kernel/gbac.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { jointlyReadableBy } from '../../../platform/database/gbac-filter.js';
import { namesValuesOf } from '../../../platform/database/lists/stored-filter.js';
import { ITERATION_MODEL } from '../store/iteration.schema.js';
import {
  type ManualFinisher,
  type ManualWork,
  type StoredIteration,
} from '../store/stored-iteration.js';
import { EngineWrites } from '../store/engine-writes.js';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';
import { type ManualTaskList } from './manual-task-list.js';
import { type JobOfTask, type StoredManualTask, type TaskOwner } from './stored-manual-task.js';

type Filter = mongo.Filter<StoredIteration>;

const OPEN: Filter = { kind: 'manual', status: 'running' };
/** What lists need: what came in can be large. */
const LISTED = { input: 0, output: 0, error: 0, outcome: 0 } as const;

/** Tasks that people work: who sees them, and who has them. */
@Injectable()
export class ManualTasksRepository {
  constructor(
    @InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>,
    @InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>,
    private readonly writes: EngineWrites,
  ) {}

  private get collection(): mongo.Collection<StoredIteration> {
    return this.iterations.collection as unknown as mongo.Collection<StoredIteration>;
  }

  /** A part of the open tasks that the caller may work. */
  async list(
    query: ManualTaskList,
    principal: Principal,
    now: Date,
  ): Promise<Page<StoredManualTask>> {
    const { skip, limit, overdue } = query;
    const asked = query.filter as Filter;
    const filter: Filter = {
      $and: [OPEN, wanted(query, principal, now), asked, workableBy(principal)],
    };
    const hint = indexOf(query, principal);
    const [items, total] = await Promise.all([
      this.collection
        .find(filter, { projection: LISTED, hint })
        .sort(overdue ? { 'manual.dueAt': 1, _id: 1 } : { startedAt: -1, _id: -1 })
        .skip(skip)
        .limit(limit)
        .toArray(),
      this.collection.countDocuments(filter, { hint }),
    ]);
    return { items: items as StoredManualTask[], total };
  }

  /** A manual task, open or not. */
  async find(_id: string): Promise<StoredManualTask | null> {
    const found = await this.collection.findOne({ _id, kind: 'manual' });
    return found?.manual ? { ...found, manual: found.manual } : null;
  }

  /** What lists show of jobs, by their ids. */
  async jobsOf(ids: readonly string[]): Promise<ReadonlyMap<string, JobOfTask>> {
    const jobs = this.jobs.collection as unknown as mongo.Collection<StoredJob>;
    const found = await jobs
      .find({ _id: { $in: [...new Set(ids)] } }, { projection: { description: 1, status: 1 } })
      .toArray();
    return new Map(found.map((job) => [job._id, job]));
  }

  /** Gives an open task that nobody has. @returns as it is now; null when somebody has it or it is over. */
  async claim(_id: string, owner: TaskOwner, now: Date): Promise<StoredManualTask | null> {
    return this.change(
      'manual-claim',
      { _id, 'manual.owner': null },
      {
        'manual.owner': owner,
        'manual.claimedAt': now,
      },
    );
  }

  /** Takes a task from the one who has it. @returns null when it is another one by now, or over. */
  async release(_id: string, ownerId: string): Promise<StoredManualTask | null> {
    return this.change(
      'manual-release',
      { _id, 'manual.owner.id': ownerId },
      {
        'manual.owner': null,
        'manual.claimedAt': null,
      },
    );
  }

  /**
   * Hands a task on, and says when it is due.
   * @param from who has it; null for nobody.
   * @returns null when somebody else has it by now, or it is over.
   */
  async assign(
    _id: string,
    from: TaskOwner | null,
    change: Partial<Pick<ManualWork, 'owner' | 'claimedAt' | 'dueAt'>>,
  ): Promise<StoredManualTask | null> {
    const { owner, claimedAt, dueAt } = change;
    return this.change(
      'manual-assign',
      { _id, ...ownedBy(from) },
      {
        ...(owner !== undefined && {
          'manual.owner': owner,
          'manual.claimedAt': claimedAt ?? null,
        }),
        // Another time that it is due is told of anew.
        ...(dueAt !== undefined && { 'manual.dueAt': dueAt, 'manual.overdueTold': false }),
      },
    );
  }

  /** Notes who is about to finish a task, which makes it theirs. @returns null as `claim` does. */
  async finishing(_id: string, by: ManualFinisher, now: Date): Promise<StoredManualTask | null> {
    const { id, username } = by;
    const free = { $or: [{ 'manual.owner': null }, { 'manual.owner.id': id }] };
    return this.change(
      'manual-finish',
      { _id, ...free },
      {
        'manual.owner': { id, username },
        'manual.claimedAt': now,
        'manual.finishedBy': by,
      },
    );
  }

  /** The time of an open task has passed, and nobody was told. */
  dueCondition(clock: Clock): DueCondition {
    return { collection: this.collection.collectionName, filter: () => overdueBy(clock.now()) };
  }

  /** Open tasks whose time has passed and that nobody was told of yet, the oldest first. */
  async findOverdue(now: Date, limit: number): Promise<readonly StoredManualTask[]> {
    const found = await this.collection
      .find(overdueBy(now), { projection: LISTED, hint: 'due' })
      .sort({ 'manual.dueAt': 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found as StoredManualTask[];
  }

  /** The event of its being overdue is stored. */
  async noteOverdueTold({ _id, manual }: StoredManualTask): Promise<void> {
    await this.writes.run('manual-overdue', (options) =>
      this.collection.updateOne(
        { _id, 'manual.dueAt': manual.dueAt },
        { $set: { 'manual.overdueTold': true } },
        options,
      ),
    );
  }

  private async change(
    name: 'manual-claim' | 'manual-release' | 'manual-assign' | 'manual-finish',
    filter: Filter,
    set: Readonly<Record<string, unknown>>,
  ): Promise<StoredManualTask | null> {
    const found = await this.writes.run(name, (options) =>
      this.collection.findOneAndUpdate(
        { ...OPEN, ...filter },
        { $set: set },
        {
          ...options,
          returnDocument: 'after',
        },
      ),
    );
    return found as StoredManualTask | null;
  }
}

/** Who may see the job may work its tasks, as far as those name no groups of their own. */
function workableBy(principal: Principal): Filter {
  if (passingRole(principal, 'WorkFlowEngine')) return {};
  const groups = principal.groups.map(({ id }) => id);
  return {
    ...jointlyReadableBy(principal, 'WorkFlowEngine').all,
    $or: [{ 'manual.groups': { $size: 0 } }, { 'manual.groups': { $in: groups } }],
  };
}

function wanted(query: ManualTaskList, { id }: Principal, now: Date): Filter {
  const { mine, open, overdue, group, workflow, job } = query;
  const conditions: Filter[] = [
    ...(mine ? [{ 'manual.owner.id': id }] : []),
    ...(open ? [{ 'manual.owner': null }] : []),
    ...(overdue ? [{ 'manual.dueAt': { $type: 'date' as const, $lte: now } }] : []),
    ...(group === undefined ? [] : [{ 'manual.groups': group }]),
    ...(workflow === undefined ? [] : [{ 'manual.workflow': workflow }]),
    ...(job === undefined ? [] : [{ jobId: job }]),
  ];
  return conditions.length === 0 ? {} : { $and: conditions };
}

/** The index that leaves the least to look at. */
function indexOf(query: ManualTaskList, principal: Principal): string {
  const { filter, overdue, mine, job, workflow, group } = query;
  const choices: readonly (readonly [boolean, string])[] = [
    [overdue === true, 'manualDue'],
    [job !== undefined || namesValuesOf(filter, 'jobId'), 'job'],
    [mine === true, 'manualOwner'],
    [workflow !== undefined || namesValuesOf(filter, 'manual.workflow'), 'manualWorkflow'],
    [group !== undefined, 'manualGroup'],
    [passingRole(principal, 'WorkFlowEngine') !== undefined, 'manual'],
  ];
  return choices.find(([isMeant]) => isMeant)?.[1] ?? 'manualReadable';
}

function ownedBy(owner: TaskOwner | null): Filter {
  return owner === null ? { 'manual.owner': null } : { 'manual.owner.id': owner.id };
}

function overdueBy(now: Date): Filter {
  const due = { 'manual.overdueTold': false, 'manual.dueAt': { $type: 'date', $lte: now } };
  return { ...OPEN, ...due };
}
