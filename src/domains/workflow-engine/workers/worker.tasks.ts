import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { TaskWorkStopService } from '../../../platform/maintenance/task-work-stop.service.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { OutcomeDeliveryService } from './outcome-delivery.service.js';
import { TaskWorkerService } from './task-worker.service.js';
import { POLL_MS } from './task-lease-rules.js';

/** How often a node looks for what a dead one has not told; whoever wrote it down tells it at once. */
const DELIVER_MS = 4000;

/** Keeps looking for work and for outcomes that nobody has told of: what makes everything else a matter of speed. */
@Injectable()
export class WorkerTasks implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly worker: TaskWorkerService,
    private readonly delivery: OutcomeDeliveryService,
    private readonly stop: TaskWorkStopService,
  ) {}

  onApplicationBootstrap(): void {
    const claim = (): Promise<void> => this.claim();
    const look = this.tasks.every('claim tasks of jobs', POLL_MS, claim, {
      due: this.worker.dueCondition(),
    });
    // A node begins resting: it begins nothing before it knows that it may, and that is not to take long.
    look();
    // Also where there is nothing to claim: this node begins by itself what its own jobs ask for.
    this.tasks.every('follow the stop of tasks', POLL_MS, claim, {
      due: this.stop.changedFrom(() => this.worker.rests),
    });
    const deliver = async (signal: AbortSignal): Promise<void> => {
      if ((await this.delivery.deliverLeft(signal)) > 0) left();
    };
    const left = this.tasks.every('deliver outcomes of tasks', DELIVER_MS, deliver, {
      due: this.delivery.dueCondition(),
    });
  }

  /** What an administrator has switched, on whichever node, counts here from now on. */
  private async claim(): Promise<void> {
    this.worker.rest(await this.stop.isOn());
    await this.worker.fill();
  }
}
