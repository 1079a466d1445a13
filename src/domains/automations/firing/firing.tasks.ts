import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventFeedService } from '../../../platform/events/event-feed.service.js';
import { MaintenanceService } from '../../../platform/maintenance/maintenance.service.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { EventTriggersService } from './event-triggers.service.js';
import { SchedulesService } from './schedules.service.js';

/** How much later than its time a scheduled job may start. */
const TICK_MS = 1000;

/**
 * Keeps looking at schedules, and follows the events that triggers wait for. Maintenance is to them as if
 * the platform were down: schedules catch up by their own rule afterwards, events wait in their log.
 */
@Injectable()
export class FiringTasks implements OnApplicationBootstrap {
  // eslint-disable-next-line max-params -- schedules with background tasks, triggers with the event feed, maintenance
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly schedules: SchedulesService,
    private readonly feed: EventFeedService,
    private readonly triggers: EventTriggersService,
    private readonly maintenance: MaintenanceService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const isPaused = (): Promise<boolean> => this.maintenance.isOn();
    const run = (signal: AbortSignal): Promise<void> => this.schedules.run(signal, isPaused);
    this.tasks.every('schedules of triggers', TICK_MS, run, { due: this.schedules.dueCondition() });
    await this.feed.follow('triggers', (...told) => this.triggers.handle(...told), {
      isPaused,
    });
  }
}
