import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { decodeState } from '../../../cores/engine/codec.js';
import { type JobError } from '../../../cores/engine/job-state.js';
import { type JobFilter } from './job-filter.js';
import { type JobPart } from './job-list.js';
import {
  JobListRepository,
  type ListedRecord,
  type ResolvedFilter,
} from './job-list.repository.js';
import { JobReaderService } from './job-reader.service.js';

/** A job as it is listed, with why it stands where it cannot go on. */
export interface ListedJob {
  readonly record: ListedRecord;
  readonly errors: readonly JobError[];
}

/** A part of the jobs. */
export interface ListedJobs extends Page<ListedJob> {
  /** Whether there are more after it. */
  readonly hasMore: boolean;
}

/** Jobs as they are listed: only those that the caller may see, and no others are counted. */
@Injectable()
export class JobsListingService {
  constructor(
    private readonly jobs: JobListRepository,
    private readonly reader: JobReaderService,
  ) {}

  async list(filter: ResolvedFilter, part: JobPart, principal: Principal): Promise<ListedJobs> {
    const { items, total, hasMore } = await this.jobs.list({ filter, principal }, part);
    const listed = items.map((record) => ({
      record,
      errors: record.status === 'error' ? decodeState(record.state).errors : [],
    }));
    return { items: listed, total, hasMore };
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
