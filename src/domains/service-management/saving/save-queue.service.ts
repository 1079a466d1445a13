import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { ServiceChangesRepository } from '../changes/service-changes.repository.js';
import { type StoredChange } from '../changes/service-change.js';
import { InterruptedSavesService } from './interrupted-saves.service.js';
import { SaveRunnerService } from './save-runner.service.js';

const LOOK_MS = 2000;
const AT_ONCE_MAX = 4;

/** Carries out saves that nobody waits for, and what dead nodes have left (ADR 0138). Every node does. */
@Injectable()
export class SaveQueueService implements OnModuleInit {
  private look: () => void = () => undefined;

  constructor(
    private readonly changes: ServiceChangesRepository,
    private readonly runner: SaveRunnerService,
    private readonly interrupted: InterruptedSavesService,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
  ) {}

  onModuleInit(): void {
    const due = this.changes.dueCondition();
    const run = (signal: AbortSignal): Promise<void> => this.run(signal);
    this.look = this.tasks.every('saves of service instances', LOOK_MS, run, { due });
  }

  /** There is something to do. */
  hurry(): void {
    this.look();
  }

  /** Carries out everything that waits, a few at a time; one question alone where nothing does. */
  async run(signal: AbortSignal): Promise<void> {
    const first = await this.changes.take();
    if (!first) return;
    const lines = Array.from({ length: AT_ONCE_MAX - 1 }, () => this.line(signal));
    await Promise.all([this.line(signal, first), ...lines]);
  }

  private async line(signal: AbortSignal, first?: StoredChange): Promise<void> {
    let change = first ?? (await this.changes.take());
    while (change) {
      await this.goOn(change, signal);
      change = signal.aborted ? null : await this.changes.take();
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
