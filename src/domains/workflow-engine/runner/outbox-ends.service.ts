import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { type DoneOutbox, JobsRepository } from '../store/jobs.repository.js';
import { RecentJobs } from '../store/recent-jobs.js';

/** The next step writes the outbox anew anyhow; only where none follows this soon it is emptied by itself. */
const REST_MS = 100;
const AT_ONCE = 500;

interface Noted {
  readonly done: DoneOutbox;
  readonly written: () => void;
}

/** Empties the outboxes that are carried out, those of many jobs together. */
@Injectable()
export class OutboxEndsService implements BeforeApplicationShutdown {
  readonly #done = new Map<string, Noted>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly recent: RecentJobs,
    private readonly log: AppLogger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
  }

  /** The outbox that this revision has is carried out; `written` when the job says so. */
  note(done: DoneOutbox, written: () => void): void {
    this.#done.set(done._id, { done, written });
    this.#schedule();
  }

  /** A step has written the outbox anew. */
  superseded(jobId: string): void {
    this.#done.delete(jobId);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#writing) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#write().finally(() => {
        this.#writing = undefined;
        if (this.#done.size > 0) this.#schedule();
      });
    }, REST_MS);
    this.#timer.unref();
  }

  async #write(): Promise<void> {
    const batch = [...this.#done.values()].slice(0, AT_ONCE);
    for (const { done } of batch) this.#done.delete(done._id);
    try {
      await this.jobs.finishOutboxes(batch.map(({ done }) => done));
      for (const { done, written } of batch) {
        this.recent.done(done._id, done.rev, done.wakeAt);
        written();
      }
    } catch (error) {
      // Whoever looks at the jobs next carries their outboxes out again, which does no harm.
      this.log.warn({ err: error, jobs: batch.length }, 'outboxes could not be emptied');
    }
  }
}
