import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { type StoredChange } from '../changes/service-change.js';
import { InterruptedSaves } from './interrupted-saves.service.js';
import { LEASE_MS, SaveRunner } from './save-runner.service.js';

const LOOK_MS = 2000;
const AT_ONCE_MAX = 4;

/** Carries out what nobody waits for, and what is left of nodes that are gone. Every node does. */
@Injectable()
export class SaveQueue implements OnModuleInit {
  private look: () => void = () => undefined;

  // eslint-disable-next-line max-params -- one more than a service should have: time, ids, log, tasks, storage, work
  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly runner: SaveRunner,
    private readonly interrupted: InterruptedSaves,
    private readonly tasks: BackgroundTasks,
    private readonly ids: IdSource,
    private readonly clock: Clock,
    private readonly log: AppLogger,
  ) {}

  onModuleInit(): void {
    this.look = this.tasks.every('saves of service instances', LOOK_MS, (signal) =>
      this.run(signal),
    );
  }

  /** There is something to do. */
  hurry(): void {
    this.look();
  }

  /** Carries out everything that waits, a few at a time. */
  async run(signal: AbortSignal): Promise<void> {
    const lines = Array.from({ length: AT_ONCE_MAX }, () => this.line(signal));
    await Promise.all(lines);
  }

  private async line(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = this.clock.now();
      const leaseUntil = new Date(now.getTime() + LEASE_MS);
      const change = await this.changes.take(now, this.ids.next(), leaseUntil);
      if (!change) return;
      await this.goOn(change, signal);
    }
  }

  private async goOn(change: StoredChange, signal: AbortSignal): Promise<void> {
    try {
      if (change.isBackground) await this.runner.run(change, signal);
      else await this.interrupted.settle(change);
    } catch (error) {
      // It is taken again once its lease is over.
      this.log.error({ err: error, change: change._id }, 'instances could not be saved');
    }
  }
}
