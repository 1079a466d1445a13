import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { IntegrationHealthService } from './integration-health.service.js';

/** How soon a new or changed integration is looked at. */
const TICK_MS = 5000;

/** Keeps looking at the systems of integrations. */
@Injectable()
export class IntegrationHealthTasks implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly health: IntegrationHealthService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('look at integrations', TICK_MS, (signal) => this.health.run(signal), {
      due: this.health.dueCondition(),
    });
  }
}
