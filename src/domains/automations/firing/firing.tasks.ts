import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventFeed } from '../../../platform/events/event-feed.service.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { EventTriggers } from './event-triggers.service.js';
import { Schedules } from './schedules.service.js';

/** How much later than its time a scheduled job may start. */
const TICK_MS = 1000;

/** Keeps looking at schedules, and follows the events that triggers wait for. */
@Injectable()
export class FiringTasks implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly schedules: Schedules,
    private readonly feed: EventFeed,
    private readonly triggers: EventTriggers,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.tasks.every('schedules of triggers', TICK_MS, (signal) => this.schedules.run(signal));
    await this.feed.follow('triggers', (event, signal) => this.triggers.handle(event, signal));
  }
}
