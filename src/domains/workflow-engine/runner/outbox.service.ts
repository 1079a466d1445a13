import { Injectable } from '@nestjs/common';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { type Command } from '../../../cores/engine/commands.js';
import { wakeAt } from '../store/derived-job-fields.js';
import { JobStateCodecService, type OutboxEntry } from '../store/values/job-state-codec.service.js';
import { OutboxEndsService } from './outbox-ends.service.js';
import { OutboxIterationsService } from './outbox-iterations.service.js';
import { OutboxMessagesService } from './outbox-messages.service.js';
import { type SteppedJob } from './stepped-job.js';
import { type StoredJob } from '../store/stored-job.js';

/** Characters of the states of all jobs whose outboxes this node is at; what is beyond stays in the jobs. */
const HELD_LENGTH_MAX = 32 * 1024 * 1024;

interface Underway {
  readonly promise: Promise<void>;
  isDone: boolean;
}

/**
 * Carries out what steps have asked for. All of it can be done twice: what a crash leaves in a job is
 * carried out by whoever looks at it next. Of one job, nothing overtakes what was asked for before (ADR 0158).
 */
@Injectable()
export class OutboxService {
  /** By job and revision: what this node is at, or has done while the job does not say so yet. */
  private readonly underway = new Map<string, Map<number, Underway>>();
  private heldLength = 0;

  constructor(
    private readonly codec: JobStateCodecService,
    private readonly iterations: OutboxIterationsService,
    private readonly messages: OutboxMessagesService,
    private readonly ends: OutboxEndsService,
    private readonly log: AppLogger,
  ) {}

  /** What a job has left to be carried out, but for what this node has done. */
  pendingOf(job: Pick<StoredJob, '_id' | 'rev' | 'outbox'>): readonly OutboxEntry[] {
    if (job.outbox === null) return [];
    const known = this.underway.get(job._id);
    if (known?.get(job.rev)?.isDone === true && isAllDone(known)) return [];
    return this.codec.readOutbox(job.outbox).filter(({ rev }) => known?.get(rev)?.isDone !== true);
  }

  /** Whether this node is at the outbox of the job. */
  isAt(jobId: string): boolean {
    const known = this.underway.get(jobId);
    return known !== undefined && !isAllDone(known);
  }

  /** Resolves when what this node has of the job to carry out is done, or could not be. */
  async settled(jobId: string): Promise<void> {
    const known = this.underway.get(jobId);
    if (known) await Promise.allSettled([...known.values()].map(({ promise }) => promise));
  }

  /**
   * Carries out what a job has in its outbox. Resolves when its iterations are stored; messages to others
   * follow. It never fails: what could not be done stays in the job, and so does what this node has no room
   * for: whoever looks at the job next does it.
   */
  async carryOut(at: SteppedJob, entries: readonly OutboxEntry[]): Promise<void> {
    const { job } = at;
    const revs = this.revsOf(job._id);
    forget(revs, entries);
    const before = [...revs.values()].map(({ promise }) => promise);
    const fresh = entries.filter(({ rev }) => !revs.has(rev));
    const stored = this.iterations.store(at, commandsOf(fresh));
    if (this.heldLength > HELD_LENGTH_MAX) {
      if (revs.size === 0) this.underway.delete(job._id);
      await stored.catch(() => undefined);
      return;
    }
    const done = this.follow(at, fresh, { stored, before });
    for (const { rev } of fresh) revs.set(rev, done);
    this.finish(at, revs).catch((error: unknown) => {
      for (const { rev } of fresh) revs.delete(rev);
      if (revs.size === 0) this.underway.delete(job._id);
      this.log.warn({ err: error, job: job._id }, 'a job has something left to be carried out');
    });
    await stored.catch(() => undefined);
  }

  private follow(
    at: SteppedJob,
    entries: readonly OutboxEntry[],
    first: { readonly stored: Promise<void>; readonly before: readonly Promise<void>[] },
  ): Underway {
    const { length } = at.job.state;
    this.heldLength += length;
    const work = async (): Promise<void> => {
      try {
        await first.stored;
        await Promise.all(first.before);
        await this.messages.send(at, entries);
        underway.isDone = true;
      } finally {
        this.heldLength -= length;
      }
    };
    const underway: Underway = { promise: work(), isDone: false };
    // Whoever waits for it is told; it must not fail where nobody does.
    underway.promise.catch(() => undefined);
    return underway;
  }

  /** The job says that nothing is left, unless it has gone on meanwhile. */
  private async finish({ job, state }: SteppedJob, revs: Map<number, Underway>): Promise<void> {
    await Promise.all([...revs.values()].map(({ promise }) => promise));
    const next = wakeAt(state, job.updatedAt, false);
    this.ends.note({ _id: job._id, rev: job.rev, wakeAt: next }, () => {
      if (isAllDone(revs)) this.underway.delete(job._id);
    });
  }

  private revsOf(jobId: string): Map<number, Underway> {
    const known = this.underway.get(jobId);
    if (known) return known;
    const made = new Map<number, Underway>();
    this.underway.set(jobId, made);
    return made;
  }
}

function isAllDone(revs: ReadonlyMap<number, Underway>): boolean {
  return [...revs.values()].every(({ isDone }) => isDone);
}

/** What the job does not have in its outbox any more need not be remembered. */
function forget(revs: Map<number, Underway>, entries: readonly OutboxEntry[]): void {
  const kept = new Set(entries.map(({ rev }) => rev));
  for (const [rev, { isDone }] of revs) if (isDone && !kept.has(rev)) revs.delete(rev);
}

function commandsOf(entries: readonly OutboxEntry[]): readonly Command[] {
  return entries.flatMap(({ commands }) => commands);
}
