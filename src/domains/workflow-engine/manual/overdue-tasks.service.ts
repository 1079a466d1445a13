import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { ManualTasksRepository } from './manual-tasks.repository.js';
import { TaskEventsService } from './task-events.service.js';

/** How much later than its time a task is told of as overdue. */
const LOOK_MS = 5000;
const BATCH = 100;

/**
 * Tells once of each task that was not worked in time. Several nodes may look at once: the event has the
 * same id on each, so it is stored once.
 */
@Injectable()
export class OverdueTasksService implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: ManualTasksRepository,
    private readonly taskEvents: TaskEventsService,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.background.every('overdue manual tasks', LOOK_MS, (signal) => this.look(signal), {
      due: this.tasks.dueCondition(this.clock),
    });
  }

  /** Tells of all that is overdue by now. */
  async look(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const found = await this.tasks.findOverdue(this.clock.now(), BATCH);
      for (const task of found) {
        if (signal?.aborted) return;
        await this.taskEvents.overdue(task);
        await this.tasks.noteOverdueTold(task);
      }
      if (found.length < BATCH) return;
    }
  }
}
