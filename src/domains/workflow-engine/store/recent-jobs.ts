import { Injectable } from '@nestjs/common';
import { type JobState } from '../../../cores/engine/job-state.js';
import { type StoredJob } from './stored-job.js';

const KEPT_MAX = 2000;
/** Characters of what all of them hold in texts. A state as an object takes a few times as much. */
const KEPT_LENGTH_MAX = 16 * 1024 * 1024;

/** A job together with its state, read. */
export interface KnownJob {
  readonly job: StoredJob;
  readonly state: JobState;
}

/**
 * Jobs as this node wrote them last. Another node may have gone on with one: then a write by what is known
 * here fails, and whatever only a reading can tell is read first.
 */
@Injectable()
export class RecentJobs {
  readonly #known = new Map<string, KnownJob>();
  #length = 0;

  get(jobId: string): KnownJob | undefined {
    return this.#known.get(jobId);
  }

  set(known: KnownJob): void {
    const { _id, endedAt } = known.job;
    this.forget(_id);
    // Nothing happens to it any more.
    if (endedAt !== null) return;
    this.#known.set(_id, known);
    this.#length += lengthOf(known.job);
    for (const [oldest] of this.#known) {
      if (this.#known.size <= KEPT_MAX && this.#length <= KEPT_LENGTH_MAX) return;
      this.forget(oldest);
    }
  }

  forget(jobId: string): void {
    const known = this.#known.get(jobId);
    if (!known) return;
    this.#length -= lengthOf(known.job);
    this.#known.delete(jobId);
  }

  /** The outbox of this revision is carried out, and written down so. */
  done(jobId: string, rev: number, wakeAt: Date | null): void {
    const known = this.#known.get(jobId);
    if (known?.job.rev !== rev) return;
    const job = { ...known.job, outbox: null, wakeAt };
    this.#length += lengthOf(job) - lengthOf(known.job);
    this.#known.set(jobId, { ...known, job });
  }
}

function lengthOf({ state, outbox, mocks, secrets }: StoredJob): number {
  const texts = [state, outbox, mocks, secrets];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
