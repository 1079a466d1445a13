import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { IdSource } from '../../../kernel/ids.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type RunItem } from './backup-run.js';
import { RENEWAL_MS } from './attempt-rules.js';
import { RunItemsRepository } from './run-items.repository.js';
import { RunItemService } from './run-item.service.js';

/** A node that is stopped gives its sessions this long to end. */
const STOP_MS = 4000;

/**
 * Takes items of runs, as many at a time as this node may. Any node takes any item, so a run is shared,
 * and what a dead node held is taken over once its lease has ended.
 */
@Injectable()
export class BackupWorkerService implements OnModuleDestroy {
  private readonly active = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly atOnce: number;
  private readonly outcomes: Counter<'outcome'>;
  private filling: Promise<void> | undefined;
  private isAskedAgain = false;

  // eslint-disable-next-line max-params -- settings, storage, work, ids, log, metrics: one of each
  constructor(
    @Inject(CONFIG) { collecting }: Config,
    private readonly items: RunItemsRepository,
    private readonly work: RunItemService,
    private readonly ids: IdSource,
    private readonly log: AppLogger,
    metrics: Metrics,
  ) {
    this.atOnce = collecting.atOnce;
    this.outcomes = new Counter({
      name: 'device_backups_total',
      help: 'Attempts to take a configuration, by what became of them',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.filling;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)));
    await Promise.race([Promise.all(this.active.values()), late]);
    clearTimeout(timer);
  }

  /** Takes what is due, as far as there is room; resolves when there is no more of either. */
  async fill(): Promise<void> {
    if (this.filling) {
      this.isAskedAgain = true;
      return this.filling;
    }
    this.filling = this.takeAll().finally(() => {
      this.filling = undefined;
    });
    await this.filling;
  }

  private async takeAll(): Promise<void> {
    while (this.active.size < this.atOnce && !this.stopping.signal.aborted) {
      const item = await this.items.claim(this.ids.next());
      if (item) this.start(item);
      else if (!this.wasAskedAgain()) return;
    }
  }

  /** Somebody has asked since what there was to do was looked up. */
  private wasAskedAgain(): boolean {
    const wasAsked = this.isAskedAgain;
    this.isAskedAgain = false;
    return wasAsked;
  }

  private start(item: RunItem): void {
    const { holder } = item;
    if (holder === null) return;
    const done = this.carryOut(item, holder)
      .then((outcome) => {
        this.outcomes.inc({ outcome });
      })
      .catch((error: unknown) => {
        // Whoever takes it next finds it where it was.
        this.log.error({ err: error, item: item._id }, 'a backup of a run could not be finished');
      })
      .finally(() => {
        this.active.delete(holder);
        if (!this.stopping.signal.aborted) this.more();
      });
    this.active.set(holder, done);
  }

  private more(): void {
    this.fill().catch((error: unknown) => {
      this.log.error({ err: error }, 'backups of runs cannot be taken');
    });
  }

  private async carryOut(item: RunItem, holder: string): Promise<string> {
    const lost = new AbortController();
    const renewal = setInterval(() => void this.renew(item, holder, lost), RENEWAL_MS);
    try {
      return await this.work.carryOut(item, {
        stopping: this.stopping.signal,
        lost: lost.signal,
      });
    } finally {
      clearInterval(renewal);
    }
  }

  /** A renewal that fails is tried again at the next beat; somebody else's item is left to them. */
  private async renew({ _id }: RunItem, holder: string, lost: AbortController): Promise<void> {
    const isHeld = await this.items.renew(_id, holder).catch(() => true);
    if (!isHeld) lost.abort(new Error('another node has taken the item'));
  }
}
