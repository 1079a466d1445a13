import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type JobPosition } from './job-cursor.js';
import { type ResolvedFilter } from './job-list.repository.js';
import { type JobsListingService, type ListedJobs } from './jobs-listing.service.js';

/** Whose jobs are read, and from where on. */
interface JobsAsked {
  readonly filter: ResolvedFilter;
  readonly after: JobPosition | null;
  readonly principal: Principal;
}

/** Reads parts of the jobs, and knows where the last one ended. */
export class JobReading {
  /** Null at the end of the jobs. */
  next: JobPosition | null = null;

  constructor(
    private readonly listing: JobsListingService,
    private readonly asked: JobsAsked,
  ) {}

  get after(): JobPosition | null {
    return this.asked.after;
  }

  async read({ filter, order, skip, limit }: StoredList): Promise<ListedJobs> {
    const { after, principal } = this.asked;
    const part = { filter, order, skip, limit, after };
    const jobs = await this.listing.list(this.asked.filter, part, principal);
    const last = jobs.items.at(-1)?.record;
    this.next = jobs.hasMore && last ? { startedAt: last.startedAt, id: last._id } : null;
    return jobs;
  }
}
