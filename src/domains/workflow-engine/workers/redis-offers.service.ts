import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { LocalDispatch, type WorkOffers } from './local-dispatch.js';
import { type OfferQueue } from './offer-queue.js';
import { TaskWorkerService } from './task-worker.service.js';

/**
 * Tells other nodes of work at once, over Redis. Whatever Redis does, work is found by looking: one that is
 * away, or was never there, costs time and nothing else.
 */
@Injectable()
export class RedisOffersService implements WorkOffers, OnApplicationBootstrap, OnModuleDestroy {
  #queue: Promise<OfferQueue | undefined> | undefined;
  #isAway = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly dispatch: LocalDispatch,
    private readonly worker: TaskWorkerService,
    private readonly log: AppLogger,
  ) {}

  /** Waits for nothing: the platform is up without it. */
  onApplicationBootstrap(): void {
    const { redisUrl } = this.config.engine;
    if (!redisUrl) return;
    this.#queue = this.open(redisUrl.reveal());
    this.dispatch.offerTo(this);
  }

  async onModuleDestroy(): Promise<void> {
    const queue = await this.#queue;
    this.#queue = undefined;
    await queue?.close();
  }

  offer(iterationIds: readonly string[]): void {
    void this.offered(iterationIds);
  }

  private async offered(iterationIds: readonly string[]): Promise<void> {
    try {
      const queue = await this.#queue;
      await queue?.add(iterationIds);
    } catch (error) {
      this.away(error);
    }
  }

  /** The library is read only where it is wanted. */
  private async open(url: string): Promise<OfferQueue | undefined> {
    try {
      const { OfferQueue } = await import('./offer-queue.js');
      return new OfferQueue(url, {
        take: (id) => this.worker.take(id),
        concurrency: this.config.engine.workerConcurrency,
        onReady: () => {
          this.back();
        },
        onError: (error) => {
          this.away(error);
        },
      });
    } catch (error) {
      this.away(error);
      return undefined;
    }
  }

  /** Told once: it fails again with every look. The error is not, for it can hold the URL. */
  private away(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    this.log.warn({ code }, 'Redis cannot be used: tasks are found by looking');
  }

  private back(): void {
    if (this.#isAway) this.log.info({}, 'Redis is back');
    this.#isAway = false;
  }
}
