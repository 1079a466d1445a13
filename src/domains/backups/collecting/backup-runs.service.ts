import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { notFound } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type BackupRun, type RunCounts, type RunItem, WAITED_FOR_MAX } from './backup-run.js';
import { BackupRunsRepository } from './backup-runs.repository.js';
import { finishRunIfDone } from './finish-run.js';
import { type RunItemList, RunItemsRepository } from './run-items.repository.js';

const POLL_MS = 100;
const FINISH_MS = 60_000;
const OPEN_MAX = 1000;

/** A run, and how many of the devices that the caller may see are in which state. */
export interface CountedRun {
  readonly run: BackupRun;
  readonly counts: RunCounts;
}

/** A run with what the caller may see of it. */
export interface RunReport extends CountedRun {
  readonly items: Page<RunItem>;
}

/** How runs of backups stand. */
@Injectable()
export class BackupRunsService implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly runs: BackupRunsRepository,
    private readonly items: RunItemsRepository,
    private readonly tasks: BackgroundTasks,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('finish runs of backups', FINISH_MS, () => this.finishDone());
  }

  /** Waits until a run of few devices is finished, or until that takes too long. */
  async settled({ _id, total }: BackupRun): Promise<boolean> {
    if ((total ?? 0) > WAITED_FOR_MAX) return false;
    const until = performance.now() + this.config.collecting.waitSeconds * 1000;
    for (;;) {
      const run = await this.runs.find(_id);
      if (run?.finished !== null) return true;
      if (performance.now() >= until) return false;
      await delay(POLL_MS);
    }
  }

  /** Finishes the runs whose last item was ended by a node that died before it could say so, or lost the database. */
  async finishDone(): Promise<void> {
    const { runs, items } = this;
    for (const run of await runs.findOpen(OPEN_MAX)) await finishRunIfDone(run, { runs, items });
  }

  async list(part: StoredList, principal: Principal): Promise<Page<CountedRun>> {
    const { items, total } = await this.runs.list(part);
    const ids = items.map(({ _id }) => _id);
    const counts = await this.items.counts(ids, principal);
    return { items: items.map((run) => ({ run, counts: countsIn(counts, run) })), total };
  }

  /** @throws AppError `not-found` */
  async report(id: string, list: RunItemList, principal: Principal): Promise<RunReport> {
    const run = await this.runs.find(id);
    if (!run) throw notFound('Backup run', id);
    const [items, counts] = await Promise.all([
      this.items.list(id, list, principal),
      this.items.counts([id], principal),
    ]);
    return { run, items, counts: countsIn(counts, run) };
  }
}

const NONE: RunCounts = { waiting: 0, working: 0, succeeded: 0, failed: 0, new: 0, unchanged: 0 };

function countsIn(counts: ReadonlyMap<string, RunCounts>, { _id }: BackupRun): RunCounts {
  return counts.get(_id) ?? NONE;
}
