import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { IdSource } from '../../../kernel/ids.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type RunItem } from './backup-run.js';
import { waitAtMost } from '../../../platform/concurrency/wait-at-most.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { TakeLoop } from '../../../platform/work/take-loop.js';
import { whileRenewed } from '../../../platform/work/while-renewed.js';
import { RENEWAL_MS } from './attempt-rules.js';
import { RunItemsRepository } from './run-items.repository.js';
import { RunItemService } from './run-item.service.js';

/** So many items are claimed at once. */
const CLAIMED_AT_ONCE = 32;
/** A node that is stopped gives its sessions this long to end. */
const STOP_MS = 4000;

/**
 * Takes items of runs, as many at a time as this node may. Any node takes any item, so a run is shared,
 * and what a dead node held is taken over once its lease has ended.
 */
@Injectable()
export class BackupWorkerService implements OnModuleDestroy {
  private readonly active = new Set<Promise<void>>();
  /** Those of them that talk to their device, or will. */
  private readonly sessions = new Set<RunItem>();
  private readonly stopping = new AbortController();
  private readonly atOnce: number;
  private readonly deadlineMs: number;
  private readonly outcomes: Counter<'outcome'>;
  private readonly loop = new TakeLoop(
    () => this.room > 0 && !this.stopping.signal.aborted,
    () => this.take(),
  );

  // eslint-disable-next-line max-params -- configuration, repository of items, service that runs one, ids, log, metrics
  constructor(
    @Inject(CONFIG) { collecting }: Config,
    private readonly items: RunItemsRepository,
    private readonly runItem: RunItemService,
    private readonly ids: IdSource,
    private readonly log: AppLogger,
    metrics: Metrics,
  ) {
    this.atOnce = collecting.atOnce;
    this.deadlineMs = collecting.timeoutSeconds * 1000;
    this.outcomes = new Counter({
      name: 'device_backups_total',
      help: 'Attempts to take a configuration, by what became of them',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop.settled();
    await waitAtMost(STOP_MS, Promise.all(this.active));
  }

  dueCondition(): DueCondition {
    return this.items.dueCondition();
  }

  /** Takes what is due, as far as there is room; resolves when there is no more of either. */
  async fill(): Promise<void> {
    await this.loop.fill();
  }

  private async take(): Promise<boolean> {
    const count = Math.min(this.room, CLAIMED_AT_ONCE);
    const items = await this.items.claim(this.ids.next(), count);
    for (const item of items) this.start(item);
    return items.length > 0;
  }

  /** What is read is stored while the next devices are talked to, as long as not too much waits for that. */
  private get room(): number {
    return Math.min(this.atOnce - this.sessions.size, 2 * this.atOnce - this.active.size);
  }

  private start(item: RunItem): void {
    this.sessions.add(item);
    const done = this.carryOut(item)
      .then((outcome) => {
        this.outcomes.inc({ outcome });
      })
      .catch((error: unknown) => {
        // Whoever takes it next finds it where it was.
        this.log.error({ err: error, item: item._id }, 'a backup of a run could not be finished');
      })
      .finally(() => {
        this.sessions.delete(item);
        this.active.delete(done);
        this.more();
      });
    this.active.add(done);
  }

  private more(): void {
    if (this.stopping.signal.aborted) return;
    this.fill().catch((error: unknown) => {
      this.log.error({ err: error }, 'backups of runs cannot be taken');
    });
  }

  private async carryOut(item: RunItem): Promise<string> {
    const renewal = { everyMs: RENEWAL_MS, renew: () => this.items.renew(item) };
    const { signal: stopping } = this.stopping;
    const { deadlineMs } = this;
    const onRead = (): void => {
      this.sessions.delete(item);
      this.more();
    };
    return whileRenewed(renewal, (lost) =>
      this.runItem.carryOut(item, { stopping, lost, deadlineMs, onRead }),
    );
  }
}
