import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { FamiliesRepository } from '../store/families.repository.js';
import { TurnNotifier } from '../runner/turn-notifier.js';
import { JobStepsService } from '../runner/job-steps.service.js';
import { DeferredIds } from '../runner/deferred-ids.js';

const LOOK_MS = 2000;
const AT_ONCE = 8;

/**
 * Does what is left to do for jobs that were canceled with one above them: what they run and wait for ends,
 * and those who follow them are told. A few at a time: nothing of it is urgent.
 */
@Injectable()
export class CanceledJobsService implements OnApplicationBootstrap {
  private readonly resting = new DeferredIds();

  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly notifier: TurnNotifier,
    private readonly families: FamiliesRepository,
    private readonly steps: JobStepsService,
    private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const due = this.families.dueCondition();
    const work = (signal: AbortSignal): Promise<void> => this.look(signal);
    const look = this.tasks.every('canceled jobs', LOOK_MS, work, { due });
    this.notifier.listen((event) => {
      if (event === 'canceled') look();
    });
  }

  async look(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) return;
      const ids = await this.families.unsettled(this.resting.all(), AT_ONCE);
      if (ids.length === 0) return;
      await Promise.all(ids.map((id) => this.settle(id)));
    }
  }

  private async settle(jobId: string): Promise<void> {
    try {
      const { kind } = await this.steps.apply(jobId, { kind: 'cancel' });
      await this.steps.settled(jobId);
      if (kind === 'applied') return;
    } catch (error) {
      this.log.warn({ err: error, job: jobId }, 'a canceled job could not be ended');
    }
    this.resting.add(jobId);
  }
}
