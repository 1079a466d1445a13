import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { passingRole } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { jointlyReadableBy } from '../../../platform/database/gbac-filter.js';
import { namesValuesOf } from '../../../platform/database/lists/stored-filter.js';
import { allOf, type TextFilter } from '../../../platform/database/text-match.js';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';
import { type JobPosition } from './job-cursor.js';
import { type JobFilter } from './job-filter.js';
import { type JobPart } from './job-list.js';

/** What lists read of a job: everything but its outbox. */
export type ListedRecord = Omit<StoredJob, 'outbox'>;

/** What is read of a job that is one of many. */
export type JobHandle = Pick<StoredJob, '_id' | 'name' | 'startedAt' | 'standsAt'>;

/** What is read of a job that another one started. */
export type StartedChild = Pick<StoredJob, '_id' | 'name' | 'parent' | 'gbac'>;

/** Which jobs are meant, once it is known which runs of tasks started them. */
export interface ResolvedFilter extends Omit<JobFilter, 'parent'> {
  /** Ids of the runs that started them; undefined for whatever started them. */
  readonly startedByRuns: readonly string[] | undefined;
}

/** A part of the jobs, and how many match in all. */
export interface JobPage {
  readonly items: readonly ListedRecord[];
  readonly total: number;
  /** Whether there are more after it. */
  readonly hasMore: boolean;
}

/** Who asks for which jobs. */
export interface JobSearch {
  readonly filter: ResolvedFilter;
  /** What a list asks of its jobs as well. */
  readonly asked?: TextFilter;
  readonly principal: Principal;
}

/** The jobs as they are listed and chosen. */
@Injectable()
export class JobListRepository {
  constructor(@InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>) {}

  /** A part of the jobs that the caller may see, by the time of their start. */
  async list(
    { filter, principal }: Pick<JobSearch, 'filter' | 'principal'>,
    { filter: asked, order, after, skip, limit }: JobPart,
  ): Promise<JobPage> {
    const search = { filter, principal, asked };
    const conditions = conditionsOf(search);
    const hint = indexOf(search);
    const [found, total] = await Promise.all([
      this.jobs
        .find(allOf([conditions, beyond(after, order)]), { outbox: 0, secrets: 0 })
        .sort({ startedAt: order, _id: order })
        .skip(skip)
        .limit(limit + 1)
        .hint(hint)
        .lean<ListedRecord[]>(),
      this.count(search),
    ]);
    return { items: found.slice(0, limit), total, hasMore: found.length > limit };
  }

  async count(search: JobSearch): Promise<number> {
    const { parts } = jointlyReadableBy(search.principal, 'WorkFlowEngine');
    const counts = await Promise.all(
      parts.map((part) =>
        this.jobs
          .countDocuments(allOf([part, filterOf(search.filter), search.asked ?? {}]))
          .hint(indexOf(search)),
      ),
    );
    return counts.reduce((sum, one) => sum + one, 0);
  }

  /** The next jobs after a position, the oldest first. */
  async next(
    search: JobSearch,
    after: JobPosition | null,
    limit: number,
  ): Promise<readonly JobHandle[]> {
    return this.jobs
      .find(allOf([conditionsOf(search), beyond(after, 1)]), {
        name: 1,
        startedAt: 1,
        standsAt: 1,
      })
      .sort({ startedAt: 1, _id: 1 })
      .limit(limit)
      .hint(indexOf(search))
      .lean<JobHandle[]>();
  }

  /** Who may see a job, and what it is called; null where there is none. */
  async find(_id: string): Promise<StoredJob | null> {
    return this.jobs.findOne({ _id }).lean<StoredJob>();
  }

  /** The jobs that these runs of tasks have started, by their places. */
  async startedBy(runs: readonly string[], limit: number): Promise<readonly StartedChild[]> {
    if (runs.length === 0) return [];
    return this.jobs
      .find({ 'parent.iteration': trusted({ $in: runs }) }, { name: 1, parent: 1, gbac: 1 })
      .sort({ 'parent.iteration': 1, 'parent.index': 1 })
      .limit(limit)
      .hint('children')
      .lean<StartedChild[]>();
  }
}

function conditionsOf({ filter, principal, asked = {} }: JobSearch): TextFilter {
  return allOf([jointlyReadableBy(principal, 'WorkFlowEngine').all, filterOf(filter), asked]);
}

function filterOf(filter: ResolvedFilter): TextFilter {
  const { status, workflowName, workflowId, standsAt, startedBy, startedByRuns } = filter;
  return allOf([
    status.length === 0 ? {} : { status: trusted({ $in: status }) },
    workflowName === undefined ? {} : { name: workflowName },
    workflowId === undefined ? {} : { workflowId },
    standsAt === undefined ? {} : { 'standsAt.task': standsAt },
    startedBy === undefined ? {} : { 'startedBy.username': startedBy },
    startedByRuns === undefined ? {} : { 'parent.iteration': trusted({ $in: startedByRuns }) },
    startedWithin(filter),
  ]);
}

function startedWithin({ startedAfter, startedBefore }: ResolvedFilter): TextFilter {
  if (!startedAfter && !startedBefore) return {};
  const range = {
    ...(startedAfter && { $gte: startedAfter }),
    ...(startedBefore && { $lt: startedBefore }),
  };
  return { startedAt: trusted(range) };
}

/** The first condition bounds the index, the second one tells jobs of the same instant apart. */
function beyond(position: JobPosition | null, order: 1 | -1): TextFilter {
  if (!position) return {};
  const { startedAt, id } = position;
  const [upTo, past] = order === 1 ? ['$gte', '$gt'] : ['$lte', '$lt'];
  return {
    startedAt: trusted({ [upTo]: startedAt }),
    $or: [{ startedAt: trusted({ [past]: startedAt }) }, { _id: trusted({ [past]: id }) }],
  };
}

/** The index that holds least of what is not meant. */
function indexOf({ filter, principal, asked = {} }: JobSearch): string {
  const { startedByRuns, standsAt, workflowName, status } = filter;
  const choices: readonly (readonly [boolean, string])[] = [
    [startedByRuns !== undefined, 'children'],
    [namesValuesOf(asked, '_id'), '_id_'],
    [standsAt !== undefined, 'standing'],
    [workflowName !== undefined || namesValuesOf(asked, 'name'), 'workflow'],
    [!passingRole(principal, 'WorkFlowEngine'), 'readable'],
    [status.length > 0 || namesValuesOf(asked, 'status'), 'status'],
  ];
  return choices.find(([isMeant]) => isMeant)?.[1] ?? 'list';
}
