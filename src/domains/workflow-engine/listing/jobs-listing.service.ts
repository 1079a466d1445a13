import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { decodeState } from '../engine/codec.js';
import { type JobError } from '../engine/job-state.js';
import { type JobFilter } from './job-filter.js';
import { type JobList } from './job-list.js';
import { JobListRepository, type JobPage, type ResolvedFilter } from './job-list.repository.js';
import { JobReader } from './job-reader.service.js';

/** A part of the jobs, with why those stand that cannot go on. */
export interface ListedJobs extends JobPage {
  /** By id of the job. */
  readonly errors: ReadonlyMap<string, readonly JobError[]>;
}

/** Jobs as they are listed: only those that the caller may see, and no others are counted. */
@Injectable()
export class JobsListing {
  constructor(
    private readonly jobs: JobListRepository,
    private readonly reader: JobReader,
  ) {}

  async list({ filter, ...part }: JobList, principal: Principal): Promise<ListedJobs> {
    const resolved = await this.resolved(filter, principal);
    const page = await this.jobs.list({ filter: resolved, principal }, part);
    const failed = page.items.filter(({ status }) => status === 'error');
    const errors = failed.map(({ _id, state }) => [_id, decodeState(state).errors] as const);
    return { ...page, errors: new Map(errors) };
  }

  /** A filter as the database takes it. A parent that the caller may not see has no children. */
  async resolved({ parent, ...filter }: JobFilter, principal: Principal): Promise<ResolvedFilter> {
    if (parent === undefined) return { ...filter, startedByRuns: undefined };
    return { ...filter, startedByRuns: await this.runsOf(parent, principal) };
  }

  private async runsOf(parent: string, principal: Principal): Promise<readonly string[]> {
    try {
      return await this.reader.startingRuns(parent, principal);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return [];
      throw error;
    }
  }
}
