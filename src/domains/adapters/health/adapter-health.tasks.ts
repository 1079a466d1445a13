import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { AdapterHealthService } from './adapter-health.service.js';

/** How soon a new or changed adapter is looked at. */
const TICK_MS = 5000;

/** Keeps looking at the systems of adapters. */
@Injectable()
export class AdapterHealthTasks implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly health: AdapterHealthService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('look at adapters', TICK_MS, (signal) => this.health.run(signal), {
      due: this.health.dueCondition(),
    });
  }
}
