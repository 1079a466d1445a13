import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type JobPosition, writeCursor } from '../listing/job-cursor.js';
import { type JobFilter } from '../listing/job-filter.js';
import { JobListRepository, type JobSearch } from '../listing/job-list.repository.js';
import { JobsListingService } from '../listing/jobs-listing.service.js';
import {
  assertActionable,
  type BulkAction,
  type ItemOutcome,
  type JobAction,
  type OutcomeTally,
  tallyOf,
} from './bulk-action.js';
import { JobControlService } from './job-control.service.js';

/** Jobs that are read at a time. */
const BATCH = 100;
const FAILURES_TOLD = 20;
/** After so long a call ends with what it has done; the next one goes on. */
const DEADLINE_MS = 20_000;

/** Something to do with all jobs that match. */
export interface BulkRequest extends JobAction {
  readonly filter: JobFilter;
  readonly dryRun: boolean;
  readonly limit: number;
  /** Null for the beginning. */
  readonly after: JobPosition | null;
}

/** A job with which it did not work. */
export interface BulkFailure {
  readonly _id: string;
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** What became of the jobs that matched. */
export interface BulkResult {
  readonly action: BulkAction;
  readonly dryRun: boolean;
  readonly matched: number;
  readonly processed: number;
  readonly outcomes: OutcomeTally;
  readonly failures: readonly BulkFailure[];
  readonly nextCursor: string | null;
}

interface Walk {
  readonly outcomes: readonly ItemOutcome[];
  readonly failures: readonly BulkFailure[];
  readonly next: JobPosition | null;
}

/**
 * Controls all jobs that match a filter, the oldest first, in batches. It looks at none twice: a job that no
 * longer matches once it is changed is behind it, one that began after the call did is not meant.
 */
@Injectable()
export class BulkControlService {
  constructor(
    private readonly jobs: JobListRepository,
    private readonly listing: JobsListingService,
    private readonly control: JobControlService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `invalid-input` for an action without the task that it is about, or without any
   *   condition: whoever means all jobs says so by their status or the time of their start.
   */
  async run(request: BulkRequest, principal: Principal): Promise<BulkResult> {
    assertActionable(request);
    const { action, dryRun } = request;
    if (!dryRun) assertConditioned(request.filter);
    const resolved = await this.listing.resolved(request.filter, principal);
    const filter = { ...resolved, startedBefore: resolved.startedBefore ?? this.clock.now() };
    const search = { filter, principal };
    const matched = await this.jobs.count(search);
    const walk = dryRun ? NOTHING : await this.walk(search, request);
    const outcomes = tallyOf(walk.outcomes);
    if (!dryRun) note(request, matched, outcomes);
    return {
      action,
      dryRun,
      matched,
      processed: walk.outcomes.length,
      outcomes,
      failures: walk.failures,
      nextCursor: walk.next && writeCursor(walk.next),
    };
  }

  private async walk(search: JobSearch, request: BulkRequest): Promise<Walk> {
    const until = this.clock.now().getTime() + DEADLINE_MS;
    const outcomes: ItemOutcome[] = [];
    const failures: BulkFailure[] = [];
    let after = request.after;
    while (outcomes.length < request.limit && this.clock.now().getTime() < until) {
      const some = Math.min(BATCH, request.limit - outcomes.length);
      const found = await this.jobs.next(search, after, some + 1);
      const batch = found.slice(0, some);
      const ids = batch.map(({ _id }) => _id);
      const done = await this.control.actOnAll(ids, request, search.principal);
      outcomes.push(...done);
      failures.push(...failuresOf(batch, done).slice(0, FAILURES_TOLD - failures.length));
      const last = batch.at(-1);
      if (!last || found.length <= some) return { outcomes, failures, next: null };
      after = { startedAt: last.startedAt, id: last._id };
    }
    return { outcomes, failures, next: after };
  }
}

const NOTHING: Walk = { outcomes: [], failures: [], next: null };

function failuresOf(
  jobs: readonly { readonly _id: string; readonly name: string }[],
  outcomes: readonly ItemOutcome[],
): readonly BulkFailure[] {
  return outcomes.flatMap(({ id, kind, code, message }, at) =>
    kind === 'refused' ? [{ _id: id, name: jobs[at]?.name ?? '', code, message }] : [],
  );
}

/** Each job has an entry of its own; this one says what they have in common. */
function note({ action, task }: BulkRequest, matched: number, outcomes: OutcomeTally): void {
  noteChange({
    object: { type: 'job', id: `bulk-${action}`, name: `${action} in bulk` },
    before: null,
    after: { action, matched, ...outcomes, ...(task !== undefined && { task }) },
  });
}

function assertConditioned({ status, ...others }: JobFilter): void {
  if (status.length > 0 || Object.values(others).some((value) => value !== undefined)) return;
  const detail = 'must name a condition: without one every job would be meant';
  throw invalidInput([{ pointer: '#/query', detail }]);
}
