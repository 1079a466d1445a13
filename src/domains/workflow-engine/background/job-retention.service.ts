import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ListTotals } from '../../../platform/database/list-totals.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JOB_TOTALS } from '../store/job.schema.js';
import { type AfterEnded, type EndedJob, JobSweepsRepository } from './job-sweeps.repository.js';

const DAY_MS = 24 * 3600 * 1000;
const SWEEP_MS = 3600 * 1000;
const BATCH = 200;

/**
 * Removes jobs that ended more than JOB_RETENTION_DAYS ago, with their iterations and values, and plans that
 * no job uses any more.
 */
@Injectable()
export class JobRetentionService implements OnApplicationBootstrap {
  private readonly keptMs: number;

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly sweeps: JobSweepsRepository,
    private readonly totals: ListTotals,
    private readonly tasks: BackgroundTasks,
    private readonly clock: Clock,
  ) {
    this.keptMs = engine.retentionDays * DAY_MS;
  }

  onApplicationBootstrap(): void {
    this.tasks.every('retention of jobs', SWEEP_MS, (signal) => this.sweep(signal));
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

  /** A child stays as long as its root: whoever looks at that sees all that it did. */
  private async remove(ended: readonly EndedJob[], before: Date): Promise<void> {
    if (ended.length === 0) return;
    const roots = new Set(ended.flatMap(({ ancestors }) => ancestors.slice(0, 1)));
    const kept = await this.sweeps.stillKept([...roots], before);
    const gone = ended.filter(({ ancestors }) => !kept.has(ancestors[0] ?? ''));
    if (gone.length === 0) return;
    const ids = gone.map(({ _id }) => _id);
    await this.totals.whileChanging(JOB_TOTALS, () => this.sweeps.remove(ids));
    const plans = new Map(gone.map(({ name, planId }) => [planId, name]));
    for (const [planId, name] of plans) await this.sweeps.removePlan(name, planId, before);
  }
}
