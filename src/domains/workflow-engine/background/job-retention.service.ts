import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobValueFilesRepository } from '../store/values/job-value-files.repository.js';
import { type AfterEnded, type EndedJob, JobSweepsRepository } from './job-sweeps.repository.js';

const DAY_MS = 24 * 3600 * 1000;
const SWEEP_MS = 3600 * 1000;
const BATCH = 200;
/** A value may be stored a while before what refers to it. */
const VALUES_SETTLED_MS = DAY_MS;

/**
 * Removes jobs that ended more than JOB_RETENTION_DAYS ago, with their iterations and values; plans that no
 * job uses any more; and values to which nothing refers, which a crash or a lost race has left.
 */
@Injectable()
export class JobRetentionService implements OnApplicationBootstrap {
  private readonly keptMs: number;

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly sweeps: JobSweepsRepository,
    private readonly values: JobValueFilesRepository,
    private readonly tasks: BackgroundTasks,
    private readonly clock: Clock,
  ) {
    this.keptMs = engine.retentionDays * DAY_MS;
  }

  onApplicationBootstrap(): void {
    this.tasks.every('retention of jobs', SWEEP_MS, (signal) => this.sweep(signal));
    this.tasks.every('values of jobs', DAY_MS, (signal) => this.sweepValues(signal));
  }

  /** Two nodes may sweep at once: what one removed the other does not find. */
  async sweep(signal?: AbortSignal): Promise<void> {
    if (this.keptMs === 0) return;
    const before = new Date(this.clock.now().getTime() - this.keptMs);
    let after: AfterEnded | undefined;
    do {
      const ended = await this.sweeps.endedBefore(before, after, BATCH);
      await this.remove(ended, before);
      after = ended.length === BATCH ? ended.at(-1) : undefined;
    } while (after && signal?.aborted !== true);
  }

  /** Removes values that nothing refers to. */
  async sweepValues(signal?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - VALUES_SETTLED_MS);
    let after = '';
    do {
      const some = await this.values.storedBefore(before, after, BATCH);
      for (const { jobId, hashes } of some) await this.removeUnused(jobId, hashes);
      after = some.length === BATCH ? (some.at(-1)?.jobId ?? '') : '';
    } while (after !== '' && signal?.aborted !== true);
  }

  /** A child stays as long as its root: whoever looks at that sees all that it did. */
  private async remove(ended: readonly EndedJob[], before: Date): Promise<void> {
    if (ended.length === 0) return;
    const roots = new Set(ended.flatMap(({ ancestors }) => ancestors.slice(0, 1)));
    const kept = await this.sweeps.stillKept([...roots], before);
    const gone = ended.filter(({ ancestors }) => !kept.has(ancestors[0] ?? ''));
    if (gone.length === 0) return;
    await this.sweeps.remove(gone.map(({ _id }) => _id));
    const plans = new Map(gone.map(({ name, planId }) => [planId, name]));
    for (const [planId, name] of plans) await this.sweeps.removePlan(name, planId, before);
  }

  private async removeUnused(jobId: string, hashes: readonly string[]): Promise<void> {
    const unused = new Set(hashes);
    for await (const text of this.sweeps.textsOf(jobId)) {
      for (const hash of unused) if (text.includes(hash)) unused.delete(hash);
      if (unused.size === 0) return;
    }
    await this.values.remove(jobId, [...unused]);
  }
}
