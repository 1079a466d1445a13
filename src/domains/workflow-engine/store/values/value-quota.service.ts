import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#kernel/app-error.js';
import { type Config } from '#platform/config/config.js';
import { CONFIG } from '#platform/config/config.module.js';
import { RunningCount } from '../running-count.js';
import { VALUES_FULL } from '#cores/engine/running/value-bounds.js';
import { type ValueBound } from '#cores/engine/step.js';
import { JobValueFilesRepository } from './job-value-files.repository.js';
import { JobsRepository } from '../jobs.repository.js';
import { KEPT_UNIT_BYTES, VALUE_LIMIT_BYTES } from './value-sizes.js';

/** Room comes back when jobs are forgotten, which is looked at each hour. */
const RETRY_SECONDS = 3600;
const UNBOUNDED = (): void => undefined;

/**
 * Bounds what the jobs of one starter keep: large values, and what lies in the documents of jobs and iterations.
 * The sum is that of what is stored: no count stands beside it that a crash makes wrong, and what goes with its
 * job is free again. Small values that a job makes while it runs are let in: the next start is refused.
 */
@Injectable()
export class ValueQuotaService {
  private readonly maxBytes: number;
  private readonly counts: RunningCount;

  constructor(
    @Inject(CONFIG) { engine }: Config,
    files: JobValueFilesRepository,
    jobs: JobsRepository,
  ) {
    this.maxBytes = engine.valuesPerStarterMaxBytes;
    this.counts = new RunningCount(
      async (starter) => {
        const reading = [files.bytesOf(starter), jobs.keptUnitsOf(starter)] as const;
        const [large, units] = await Promise.all(reading);
        return large + units * KEPT_UNIT_BYTES;
      },
      () => performance.now(),
    );
  }

  /** What a step of a job may make that has no room. */
  get bound(): ValueBound {
    return { bytesMax: VALUE_LIMIT_BYTES, refusal: this.refusal };
  }

  get refusal(): string {
    return `jobs of the same starter keep as many bytes of values as JOB_VALUES_PER_STARTER_MAX_BYTES allows: ${this.maxBytes}`;
  }

  /** @returns what tells that so much is stored, or will not be; undefined when there is no room for it. */
  async enter(starter: string, bytes: number): Promise<(() => void) | undefined> {
    return this.maxBytes === 0 ? UNBOUNDED : this.counts.enter(starter, this.maxBytes, bytes);
  }

  /** The same for what is stored if there is room or not. */
  async enterAnyway(starter: string, bytes: number): Promise<() => void> {
    if (this.maxBytes === 0) return UNBOUNDED;
    return (await this.counts.enter(starter, Infinity, bytes)) ?? UNBOUNDED;
  }

  /** Whether there is room for anything. */
  async hasRoom(starter: string): Promise<boolean> {
    const leave = await this.enter(starter, 1);
    leave?.();
    return leave !== undefined;
  }

  /** Counts what a new job keeps, until it is counted where it is stored. */
  async noteKept(starter: string, keptBytes = 0): Promise<void> {
    const leave = await this.enterAnyway(starter, keptBytes);
    leave();
  }

  /** @throws AppError `unavailable` (code `job-values-full`) when there is no room for anything. */
  async assertRoom(starter: string): Promise<void> {
    if (await this.hasRoom(starter)) return;
    const more = { code: VALUES_FULL, retryAfterSeconds: RETRY_SECONDS };
    throw new AppError('unavailable', `No job may begin: ${this.refusal}`, more);
  }
}
