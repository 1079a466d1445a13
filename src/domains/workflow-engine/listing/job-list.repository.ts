import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { FINAL_STATUSES } from '../../../cores/engine/job-state.js';
import { passingRole } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { jointlyReadableBy } from '../../../platform/database/gbac-filter.js';
import { ListTotals } from '../../../platform/database/list-totals.js';
import { type KnownList } from '../../../platform/database/lists/list-places.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { asksOnly, namesValuesOf } from '../../../platform/database/lists/stored-filter.js';
import { allOf, type TextFilter } from '../../../platform/database/text-match.js';
import { JOB_MODEL, JOB_TOTALS } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';
import { type JobPosition } from './job-cursor.js';
import { type JobFilter } from './job-filter.js';
import { type JobPart } from './job-list.js';

/** For an index that holds jobs in the order of their starts, the one that holds them in the order of their ends. */
const ENDED_INDEXES: Readonly<Record<string, string>> = {
  status: 'endedByStatus',
  readable: 'readableEnded',
};
/** What lists do not read of a job. */
const UNSEEN = { outbox: 0, secrets: 0 } as const;

/** What lists read of a job: everything but its outbox. */
export type ListedRecord = Omit<StoredJob, 'outbox'>;

/** What is read of a job that is one of many. */
export type JobHandle = Pick<StoredJob, '_id' | 'name' | 'startedAt' | 'standsAt'>;

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
  constructor(
    @InjectModel(JOB_MODEL) private readonly jobs: Model<StoredJob>,
    private readonly totals: ListTotals,
  ) {}

  /** A part of the jobs that the caller may see, by the time of their start. */
  async list(
    { filter, principal }: Pick<JobSearch, 'filter' | 'principal'>,
    { filter: asked, order, after, skip, limit }: JobPart,
  ): Promise<JobPage> {
    const search = { filter, principal, asked };
    const conditions = conditionsOf(search);
    const by = {
      sort: sortBy(['startedAt', '_id'], order),
      hint: indexOf(search),
      members: UNSEEN,
    };
    if (!after) {
      const known = (): Promise<KnownList> => this.known(search);
      const page = await findPage(this.jobs, conditions, { skip, limit }, { ...by, known });
      return { ...page, hasMore: skip + page.items.length < page.total };
    }
    const [found, all] = await Promise.all([
      this.jobs
        .find(allOf([conditions, beyond(after, order)]), UNSEEN)
        .sort(by.sort)
        .skip(skip)
        .limit(limit + 1)
        .hint(by.hint)
        .lean<ListedRecord[]>(),
      this.count(search),
    ]);
    return { items: found.slice(0, limit), total: all, hasMore: found.length > limit };
  }

  /** How many there are. */
  async count(search: JobSearch): Promise<number> {
    return (await this.known(search)).total;
  }

  /** Those of an hour ago and more are counted once where their filter says nothing that changes of them. */
  private async known(search: JobSearch): Promise<KnownList> {
    const { parts } = jointlyReadableBy(search.principal, 'WorkFlowEngine');
    const matching = allOf([filterOf(search.filter), search.asked ?? {}]);
    const growth = growthOf(search);
    const { by, hint, since } = growth ?? { by: 'startedAt', hint: indexOf(search) };
    const count = async (from = since, before?: Date): Promise<number> => {
      const within = timeWithin(by, from, before);
      const counts = parts.map((part) =>
        this.jobs.countDocuments(allOf([part, matching, within])).hint(hint),
      );
      return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
    };
    if (!growth) return { total: await count() };
    const known = await this.totals.knownOfGrowing(JOB_TOTALS, conditionsOf(search), count);
    // Pages are in the order of the starts.
    return by === 'startedAt' ? known : { total: known.total };
  }

  /** The next jobs after a position, the oldest first. */
  async next(
    search: JobSearch,
    after: JobPosition | null,
    limit: number,
  ): Promise<readonly JobHandle[]> {
    return this.jobs
      .find(allOf([conditionsOf(search), after ? beyond(after, 1) : {}]), {
        name: 1,
        startedAt: 1,
        standsAt: 1,
      })
      .sort({ startedAt: 1, _id: 1 })
      .limit(limit)
      .hint(indexOf(search))
      .lean<JobHandle[]>();
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
    timeWithin('startedAt', filter.startedAfter, filter.startedBefore),
  ]);
}

function timeWithin(path: Growth['by'], from?: Date, before?: Date): TextFilter {
  if (!from && !before) return {};
  return { [path]: trusted({ ...(from && { $gte: from }), ...(before && { $lt: before }) }) };
}

/** By which time jobs are added to a list, and the index that has them in its order. */
interface Growth {
  readonly by: 'startedAt' | 'endedAt';
  readonly hint: string;
  /** The partial index holds no times before. */
  readonly since?: Date;
}

/** How a list grows where a job that matches does so for as long as it is kept; undefined for others. */
function growthOf(search: JobSearch): Growth | undefined {
  const { filter, asked = {} } = search;
  const { standsAt, startedAfter, startedBefore } = filter;
  // Times of a range are rarely asked for twice.
  if (standsAt !== undefined || startedAfter || startedBefore) return undefined;
  const hint = indexOf(search);
  const isOfAny = filter.status.length === 0 && asksOnly(asked, ['_id', 'name']);
  return isOfAny ? { by: 'startedAt', hint } : growthOfEnded(search, ENDED_INDEXES[hint]);
}

function growthOfEnded({ filter, asked = {} }: JobSearch, hint?: string): Growth | undefined {
  const isOfEnded = namesValuesOf(allOf([filterOf(filter), asked]), 'status', FINAL_STATUSES);
  if (hint === undefined || !isOfEnded || !asksOnly(asked, ['status'])) return undefined;
  return { by: 'endedAt', hint, since: new Date(0) };
}

/** The first condition bounds the index, the second one tells jobs of the same instant apart. */
function beyond({ startedAt, id }: JobPosition, order: 1 | -1): TextFilter {
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
