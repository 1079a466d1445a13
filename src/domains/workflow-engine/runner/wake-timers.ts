import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { type StoredJob } from '../store/stored-job.js';
import { type WorkOwner } from './work-pool.js';

/** What is further away is found by looking. */
const NEAR_MS = 30_000;
const KEPT_MAX = 20_000;

/** Looks at a job. */
type Waking = (jobId: string, of: WorkOwner) => void;

/**
 * Remembers on this node when jobs that it has worked on must be looked at next, so that it happens in
 * time. Whatever is lost here is found by the look at the database a little later.
 */
@Injectable()
export class WakeTimers implements OnModuleDestroy {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #wake: Waking | undefined;

  constructor(private readonly clock: Clock) {}

  onModuleDestroy(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#wake = undefined;
  }

  /** From now on somebody is told. */
  attach(wake: Waking): void {
    this.#wake = wake;
  }

  /** The job stands like this now. */
  set({ _id: jobId, rootStarter, rootId }: StoredJob, state: JobState): void {
    const known = this.#timers.get(jobId);
    if (known) clearTimeout(known);
    this.#timers.delete(jobId);
    const waitMs = this.#untilNext(state);
    if (waitMs > NEAR_MS || this.#timers.size >= KEPT_MAX) return;
    const timer = setTimeout(() => {
      this.#timers.delete(jobId);
      this.#wake?.(jobId, { rootStarter, rootId });
    }, waitMs);
    timer.unref();
    this.#timers.set(jobId, timer);
  }

  #untilNext({ hasMore, timers }: JobState): number {
    if (hasMore) return 0;
    const now = this.clock.now().getTime();
    return timers.reduce((least, { at }) => Math.min(least, Math.max(0, at - now)), Infinity);
  }
}
