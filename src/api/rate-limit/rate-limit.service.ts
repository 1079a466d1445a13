import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { secondsLeft } from './rate-window.js';
import { RequestCounts } from './request-counts.js';
import { RequestCountsRepository } from './request-counts.repository.js';

const SYNCHRONISATION_MS = 1000;
/** Callers told of in one bulk write; the rest follows a second later. */
const TOLD_MAX = 5000;

/** Whether one more request of a caller fits into this minute. */
export interface RateVerdict {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * Counts requests per caller and minute over all nodes: each node decides by what it knows and tells
 * the others once a second (ADR 0033).
 */
@Injectable()
export class RateLimitService implements OnModuleInit {
  readonly #counts = new RequestCounts();
  readonly #limit: number;
  #synchronised = true;

  constructor(
    private readonly counts: RequestCountsRepository,
    private readonly tasks: BackgroundTasks,
    private readonly clock: Clock,
    private readonly log: AppLogger,
    @Inject(CONFIG) config: Config,
  ) {
    this.#limit = config.server.rateLimitPerMinute;
  }

  onModuleInit(): void {
    if (!this.limits) return;
    this.tasks.every('synchronisation of request counts', SYNCHRONISATION_MS, () =>
      this.synchronise(),
    );
  }

  /** False when no limit is set. */
  get limits(): boolean {
    return this.#limit > 0;
  }

  /** Counts a request of the caller, unless it is one too many. */
  take(caller: string): RateVerdict {
    const now = this.clock.now();
    const left = this.#counts.take(caller, this.#limit, now);
    return {
      admitted: left >= 0,
      limit: this.#limit,
      remaining: Math.max(0, left),
      resetSeconds: secondsLeft(now),
    };
  }

  /** Tells the other nodes and learns from them; nothing is written while nobody calls. */
  async synchronise(): Promise<void> {
    const now = this.clock.now();
    const { window, counts, callers } = this.#counts.tell(TOLD_MAX, now);
    if (callers.length === 0) return;
    try {
      if (counts.length > 0) await this.counts.add(window, counts, now);
      for (const [caller, total] of await this.counts.totals(window, callers)) {
        this.#counts.learn(window, caller, total);
      }
      this.#synchronised = true;
    } catch (error) {
      this.#noteFailure(error);
    }
  }

  /** While the database is away every node counts for itself; that is said once, not every second. */
  #noteFailure(error: unknown): void {
    if (this.#synchronised) this.log.warn({ err: error }, 'request counts are not shared');
    this.#synchronised = false;
  }
}
