import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { CONFIG } from '../config/config.module.js';
import { type Config } from '../config/config.js';
import { BackgroundTasks } from '../scheduling/background-tasks.js';
import { EventLogRepository } from './event-log.repository.js';

const DAY_MS = 24 * 60 * 60_000;
const SWEEP_MS = 60 * 60_000;
/** So many entries are removed at a time … */
const AT_ONCE_MAX = 5000;
/** … and so many times in one sweep; the next one goes on. */
const ROUNDS_MAX = 200;

/** Removes events that are older than EVENT_RETENTION_DAYS, from the beginning of the log. */
@Injectable()
export class EventRetentionService implements OnModuleInit {
  private readonly keptMs: number;

  constructor(
    private readonly log: EventLogRepository,
    private readonly clock: Clock,
    private readonly tasks: BackgroundTasks,
    @Inject(CONFIG) { events }: Config,
  ) {
    this.keptMs = events.retentionDays * DAY_MS;
  }

  onModuleInit(): void {
    this.tasks.every('retention of events', SWEEP_MS, (signal) => this.sweep(signal));
  }

  /** Two nodes may sweep at once: what one removed the other does not find. */
  async sweep(signal?: AbortSignal): Promise<void> {
    const last = await this.log.lastBefore(new Date(this.clock.now().getTime() - this.keptMs));
    if (last === null) return;
    for (let round = 0; round < ROUNDS_MAX && signal?.aborted !== true; round += 1) {
      const some = await this.log.placeOf(AT_ONCE_MAX);
      const isAll = some === null || some >= last;
      await this.log.removeUpTo(isAll ? last : some);
      if (isAll) return;
    }
  }
}
